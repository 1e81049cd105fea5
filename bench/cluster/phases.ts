import { answeredIn, type Taken } from '../measure/figures.ts';
import { callAs, load } from '../measure/load.ts';
import { processorSecondsOf } from '../measure/processes.ts';
import { columnsOf, table, whole } from '../report/table.ts';
import { type Product, readsOf } from './product.ts';
import type { Writers, Written } from './writers.ts';

/** Result of one phase of load on the cluster. */
export interface Phase {
  readonly name: string;
  readonly requestsPerSecond: number;
  /** 99th percentile of reads in milliseconds. */
  readonly p99: number;
  /** Longest read or write in milliseconds. */
  readonly longest: number;
  readonly writes: number;
  /** Reads and writes without a response, or with an unexpected one. */
  readonly errors: number;
  /** Fraction of reads that the replica answered. */
  readonly atReplica: number;
  /** Processor time of all servers in milliseconds per answer; undefined if one of them was restarted. */
  readonly processorMs: number | undefined;
}

interface PhaseOptions {
  readonly name: string;
  readonly base: string;
  readonly seconds: number;
  readonly connections: number;
  readonly writers: Writers;
  readonly products: readonly Product[];
  /** Action that runs after a third of the time. */
  readonly event?: () => Promise<unknown>;
}

/**
 * Runs reads (half of them signed in) and writes concurrently, until the time and the event are over; each caller continues as soon as its
 * last call is answered.
 */
export async function measure(options: PhaseOptions): Promise<Phase> {
  const { name, seconds, products } = options;
  const before = await Promise.all(products.map(readsOf));
  // A phase with an event begins or ends with a server that does not run.
  const processorOf = async () => (options.event ? undefined : await processorSecondsOfAll(products));
  const processorBefore = await processorOf();
  const rounds = await roundsUntilOver(options, later(options.event, seconds / 3));
  const reads = answeredIn(rounds.flatMap((round) => round.reads));
  const written = rounds.map((round) => round.written);
  const after = await Promise.all(products.map(readsOf));
  // The counter of a restarted server begins at 0, and that of a killed one is missing.
  const grown = (by: 'replica' | 'primary') =>
    after.reduce((sum, found, which) => sum + Math.max(0, found[by] - (before[which]?.[by] ?? 0)), 0);
  const all = grown('replica') + grown('primary');
  const writes = written.reduce((sum, { done }) => sum + done, 0);
  const processorAfter = await processorOf();
  return {
    name,
    requestsPerSecond: (reads.answers + writes) / (rounds.length * seconds),
    p99: reads.p99,
    longest: Math.max(reads.longest, ...written.map(({ longest }) => longest)),
    writes,
    errors: reads.errors + reads.refusals + written.reduce((sum, { errors }) => sum + errors, 0),
    atReplica: all === 0 ? 0 : grown('replica') / all,
    processorMs:
      processorBefore === undefined || processorAfter === undefined
        ? undefined
        : (1_000 * (processorAfter - processorBefore)) / (reads.answers + writes),
  };
}

/** Load of one length of time. */
interface Round {
  readonly reads: readonly Taken[];
  readonly written: Written;
}

async function roundsUntilOver(options: PhaseOptions, event: Promise<void>): Promise<Round[]> {
  const rounds: Round[] = [];
  let isOver = false;
  const ended = event.finally(() => {
    isOver = true;
  });
  do rounds.push(await loadOnce(options));
  while (!isOver);
  await ended;
  return rounds;
}

async function loadOnce({ base, seconds, connections, writers }: PhaseOptions): Promise<Round> {
  const read = { base, seconds, connections: Math.max(1, Math.floor(connections / 2)) };
  const [visitors, members, written] = await Promise.all([
    load({ ...read, calls: [{ path: '/api/requests/public?limit=20' }] }),
    load({ ...read, calls: [callAs(writers.readerToken, '/api/requests?limit=20')] }),
    writers.writeUntil(base, Date.now() + seconds * 1_000),
  ]);
  return { reads: [visitors, members], written };
}

async function processorSecondsOfAll(products: readonly Product[]): Promise<number> {
  const each = await Promise.all(products.map(({ server }) => processorSecondsOf(server.child.pid)));
  return each.reduce((sum, one) => sum + one, 0);
}

async function later(event: (() => Promise<unknown>) | undefined, seconds: number): Promise<void> {
  if (event === undefined) return;
  await new Promise((over) => setTimeout(over, seconds * 1_000));
  await event();
}

const figures = [
  'requests a second',
  'p99 ms',
  'longest ms',
  'writes',
  'errors seen',
  'reads at the replica',
  'processor ms of the servers an answer',
];

/** Returns the phases as a Markdown table. */
export function tableOf(phases: readonly Phase[]): string {
  const rows = phases.map(
    ({ name, requestsPerSecond, p99, longest, writes, errors, atReplica, processorMs }) => [
      name,
      ...[requestsPerSecond, p99, longest, writes, errors].map(whole),
      `${whole(atReplica * 100)} %`,
      processorMs?.toFixed(2) ?? '–',
    ],
  );
  return table(columnsOf('phase', figures), rows);
}
