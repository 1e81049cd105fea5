import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import autocannon from 'autocannon';

/** Call of the API or of a page. */
export interface Call {
  path: string;
  /** GET if absent. */
  method?: 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: string;
}

/** Returns a call with a session. */
export function callAs(token: string | undefined, path: string): Call {
  return { path, headers: { authorization: `Bearer ${token ?? ''}` } };
}

/** Observations during a period of calls. */
export interface Sample {
  /** Duration of each answer. */
  milliseconds: number[];
  seconds: number;
  /** Number of calls without an answer, or with one outside 200–299. */
  failed: number;
}

/** Calls to repeat, in turn; each caller starts at a different one. */
export interface Load {
  /** Scheme, host and port. */
  base: string;
  calls: readonly Call[];
  connections: number;
  seconds: number;
}

/** Client timeout, longer than the app waits for its database. */
const LONGEST_WAIT_SECONDS = 20;
const TICKS_A_SECOND = 100;

/** Makes calls for some seconds; each caller sends the next one as soon as the last one is answered. */
export async function load({ base, calls, connections, seconds }: Load): Promise<Sample> {
  const milliseconds: number[] = [];
  let started = 0;
  const { errors, timeouts, non2xx, duration } = await autocannon({
    url: base,
    connections,
    duration: seconds,
    timeout: LONGEST_WAIT_SECONDS,
    setupClient: (client) => {
      const first = Math.floor((started++ * calls.length) / connections);
      client.setRequests(rotated(calls, first).map((call) => ({ method: 'GET', headers: {}, ...call })));
      // The histogram of autocannon has a resolution of whole milliseconds.
      client.on('response', (_status, _bytes, responseTime) => milliseconds.push(responseTime));
    },
  });
  return { milliseconds, seconds: duration, failed: errors + timeouts + non2xx };
}

/** Makes calls on a thread of their own, so that they do not wait while this process sends and reads others. */
export async function loadOnThread(workerData: Load): Promise<Sample> {
  const worker = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData });
  // The thread sends nothing else.
  const [taken] = (await once(worker, 'message')) as [Sample];
  return taken;
}

/** One visit, by its number. Returns the duration and the status of the part that is measured. */
export type Visit = (turn: number) => Promise<{ milliseconds: number; statusCode: number }>;

/** Repeats visits for some seconds; each visitor starts the next one as soon as the last one is over. */
export async function repeat(visit: Visit, connections: number, seconds: number): Promise<Sample> {
  const taken: Sample = { milliseconds: [], seconds: 0, failed: 0 };
  const started = performance.now();
  let turns = 0;
  const visitor = async () => {
    while (performance.now() - started < seconds * 1_000) note(taken, await visit(turns++));
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  return { ...taken, seconds: (performance.now() - started) / 1_000 };
}

/** Starts a number of visits a second, even if earlier ones still wait, as many independent people do. */
export async function schedule(visit: Visit, perSecond: number, seconds: number): Promise<Sample> {
  const taken: Sample = { milliseconds: [], seconds: 0, failed: 0 };
  const started = performance.now();
  const visits: Promise<void>[] = [];
  for (let turn = 0; turn < perSecond * seconds; turn += 1) {
    const ahead = started + (turn * 1_000) / perSecond - performance.now();
    if (ahead > 1) await pause(ahead);
    visits.push(visit(turn).then((visited) => note(taken, visited)));
  }
  await Promise.all(visits);
  return { ...taken, seconds: (performance.now() - started) / 1_000 };
}

function note(taken: Sample, { milliseconds, statusCode }: Awaited<ReturnType<Visit>>): void {
  taken.milliseconds.push(milliseconds);
  if (statusCode < 200 || statusCode > 299) taken.failed += 1;
}

export async function timed<Answer extends { statusCode: number }>(action: () => Promise<Answer>) {
  const started = performance.now();
  const answer = await action();
  return { answer, statusCode: answer.statusCode, milliseconds: performance.now() - started };
}

/** Returns the items rotated to begin at the given one. */
export function rotated<Item>(items: readonly Item[], first: number): Item[] {
  return [...items.slice(first), ...items.slice(0, first)];
}

/** Summary of answers; times in milliseconds. */
export interface Figures {
  perSecond: number;
  median: number;
  p99: number;
  answers: number;
  failed: number;
}

/** Returns the figures of several periods combined. */
export function figuresOf(...takes: Sample[]): Figures {
  const sorted = takes
    .flatMap(({ milliseconds }) => milliseconds)
    .toSorted((first, second) => first - second);
  const sum = (of: (taken: Sample) => number) => takes.reduce((total, taken) => total + of(taken), 0);
  return {
    perSecond: sorted.length / sum(({ seconds }) => seconds),
    median: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    answers: sorted.length,
    failed: sum(({ failed }) => failed),
  };
}

/** Returns the middle value, the lower of two. */
export function medianOf(values: readonly number[]): number {
  return percentile(
    values.toSorted((first, second) => first - second),
    0.5,
  );
}

/** Returns the percentile (nearest rank) of ascending values; 0 if there are none. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Returns the peak memory of a process in bytes, or undefined if the platform does not report it. */
export async function peakMemoryOf(processId: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
}

/**
 * Returns the processor time of a process. In its status, the fields after the name in parentheses start with the third; the fourteenth and
 * fifteenth are times in ticks (proc_pid_stat(5)).
 */
export async function processorSecondsOf(processId: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${processId}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
