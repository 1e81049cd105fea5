import { setTimeout as pause } from 'node:timers/promises';
import { figuresOf } from '../measure/figures.ts';
import { processorSecondsOf } from '../measure/processes.ts';
import { columnsOf, table, whole } from '../report/table.ts';
import { newTraffic, persist, type Traffic } from './persist.ts';
import type { Product, Products } from './product.ts';
import type { Callers, Writer } from './writers.ts';

/** Time of load before an event. */
const EVENT_AFTER_MS = 3_000;

/**
 * Load on servers: readers, half of them signed in, and writers. Each sends the next call when the last one is
 * answered.
 */
export interface Load extends Callers {
  readonly cluster: Pick<Products, 'base' | 'products'>;
  readonly readers: number;
  readonly readerPauseMs: number;
}

/** Options of a part of a run, which lasts until both its time and its event are over. */
export interface PhaseOptions {
  readonly name: string;
  readonly seconds: number;
  readonly event?: () => Promise<unknown>;
  /** Further calls of the phase. */
  readonly beside?: (traffic: Traffic) => Promise<unknown>;
}

/** Result of one phase. */
export interface Phase extends Traffic {
  readonly name: string;
  readonly seconds: number;
  /** Longest time without an acknowledged write, in seconds. */
  readonly withoutWrite: number;
  /**
   * Processor time of all servers in milliseconds per answer; undefined for a phase with an event, which may restart
   * a server.
   */
  readonly processorMs: number | undefined;
}

/** Runs the load, and the event in it. */
export async function measurePhase(load: Load, options: PhaseOptions): Promise<Phase> {
  const { products } = load.cluster;
  const { name, event } = options;
  const traffic = newTraffic();
  const processorBefore = await processorOf(products, event);
  const began = Date.now();
  await runLoad(load, options, traffic);
  const seconds = (Date.now() - began) / 1_000;
  const processorAfter = await processorOf(products, event);
  return {
    ...{ ...traffic, name, seconds },
    withoutWrite: longestPause([began, ...traffic.acknowledgedAt, Date.now()]),
    processorMs:
      processorAfter && (1_000 * (processorAfter - (processorBefore ?? 0))) / traffic.attempts.answered,
  };
}

async function runLoad(load: Load, options: PhaseOptions, traffic: Traffic): Promise<void> {
  const { cluster, writers, readerToken: token, readers, readerPauseMs } = load;
  const { base } = cluster;
  const { seconds, event, beside } = options;
  let isOver = false;
  const end = async () => {
    await Promise.all([pause(seconds * 1_000), event && pause(EVENT_AFTER_MS).then(event)]);
  };
  const read = async (which: number) => {
    const visitor = { url: '/api/requests/public?limit=20' };
    const call = which % 2 === 0 ? visitor : { url: '/api/requests?limit=20', token };
    while (!isOver) {
      await persist(base, call, traffic);
      await pause(readerPauseMs);
    }
  };
  const write = async (writer: Writer) => {
    while (!isOver) await writer.write(base, traffic);
  };
  await Promise.all([
    end().finally(() => {
      isOver = true;
    }),
    beside?.(traffic),
    ...Array.from({ length: readers }, (_, which) => read(which)),
    ...writers.map(write),
  ]);
}

async function processorOf(products: readonly Product[], event: unknown): Promise<number | undefined> {
  if (event !== undefined) return undefined;
  const each = await Promise.all(products.map(({ server }) => processorSecondsOf(server.child.pid)));
  return each.reduce((sum, one) => sum + one, 0);
}

function longestPause(times: readonly number[]): number {
  return Math.max(...times.slice(1).map((time, which) => time - (times[which] ?? time))) / 1_000;
}

/** Columns of the tables of phases. */
const columns = {
  'calls a second': ({ reads, writes, seconds }) => whole((reads.length + writes.length) / seconds),
  'p99 ms of reads': ({ reads, seconds }) => whole(figuresOf(reads, seconds).p99),
  'longest ms': ({ reads, writes, seconds }) => whole(figuresOf([...reads, ...writes], seconds).longest),
  'longest s without a write': ({ withoutWrite }) => withoutWrite.toFixed(1),
  writes: ({ acknowledgedAt }) => whole(acknowledgedAt.length),
  answers: ({ attempts }) => whole(attempts.answered),
  '503 with a time': ({ attempts }) => whole(attempts.later),
  'other errors': ({ attempts }) => whole(attempts.failed),
  'signed out': ({ attempts }) => whole(attempts.signedOut),
  'processor ms of the servers an answer': ({ processorMs }) => processorMs?.toFixed(2) ?? '–',
} satisfies Record<string, (phase: Phase) => string>;

/** Returns these columns of the phases as a Markdown table. */
export function tableOf(phases: readonly Phase[], titles: readonly (keyof typeof columns)[]): string {
  const rows = phases.map((phase) => [phase.name, ...titles.map((title) => columns[title](phase))]);
  return table(columnsOf('phase', titles), rows);
}
