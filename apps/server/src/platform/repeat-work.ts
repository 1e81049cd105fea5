import { setTimeout } from 'node:timers/promises';
import { type JobWatch, workCounted } from '../job-metrics.ts';

/**
 * Processes the items one after the other, and continues after a failed item.
 *
 * @throws {AggregateError} at the end, if any items failed. Errors of nested calls are flattened into one list.
 */
export async function workThrough<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      errors.push(...(error instanceof AggregateError ? error.errors : [error]));
    }
  }
  if (errors.length === 0) return;
  const [first] = errors;
  const reason = first instanceof Error ? first.message : String(first);
  const message = `${errors.length} failed, first: ${reason}`;
  throw new AggregateError(errors, message);
}

/** Runs the steps one after the other, and continues after a failed step. @throws {AggregateError} as `workThrough` does. */
export function takeSteps(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  return workThrough(steps, (step) => step());
}

interface RepeatedWork extends JobWatch {
  job: string;
  /** Pause in milliseconds after each run. */
  pauseMs: number;
  work: (stopping: AbortSignal) => Promise<void>;
  pause?: Pause | undefined;
}

/** Resolves after the time, or as soon as the signal aborts. */
export type Pause = (milliseconds: number, stopping: AbortSignal) => Promise<void>;

/**
 * Repeats work with pauses until it is stopped. Used for work that must run more often than the queue's shortest schedule of a minute.
 * @returns a function that stops the repetition, and resolves after the current run.
 */
export function repeatWork(repeated: RepeatedWork): () => Promise<void> {
  const stopping = new AbortController();
  const stopped = repeatUntil(stopping.signal, repeated);
  return () => {
    stopping.abort();
    return stopped;
  };
}

async function repeatUntil(
  stopping: AbortSignal,
  { job, pauseMs, work, pause = pauseFor, ...watch }: RepeatedWork,
): Promise<void> {
  const run = workCounted(job, watch, () => work(stopping));
  while (!stopping.aborted) {
    // `run` has logged the error. The next run tries again.
    await run().catch(() => {});
    if (!stopping.aborted) await pause(pauseMs, stopping);
  }
}

async function pauseFor(milliseconds: number, stopping: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal: stopping }).catch(() => {});
}
