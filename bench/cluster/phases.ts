import { type Answered, answeredIn } from '../measure/figures.ts';
import { callAs, load } from '../measure/load.ts';
import { columnsOf, table, whole } from '../report/table.ts';
import { type Product, readsOf } from './product.ts';
import type { Writers } from './writers.ts';

/** Result of one phase of load on the cluster. */
export interface Phase {
  readonly name: string;
  readonly requestsPerSecond: number;
  /** 99th percentile of reads in milliseconds. */
  readonly p99: number;
  readonly longest: number;
  readonly writes: number;
  /** Reads and writes without a response, or with an unexpected one. */
  readonly errors: number;
  /** Fraction of reads that the replica answered. */
  readonly atReplica: number;
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

/** Runs reads (half of them signed in) and writes concurrently; each caller continues as soon as its last call is answered. */
export async function measure(options: PhaseOptions): Promise<Phase> {
  const { name, base, seconds, writers, products } = options;
  const before = await Promise.all(products.map(readsOf));
  const connections = Math.max(1, Math.floor(options.connections / 2));
  const read = { connections, seconds };
  const event = later(options.event, seconds / 3);
  const [visitors, members, written] = await Promise.all([
    load({ ...read, base, calls: [{ path: '/api/requests/public?limit=20' }] }),
    load({ ...read, base, calls: [callAs(writers.readerToken, '/api/requests?limit=20')] }),
    writers.writeUntil(base, Date.now() + seconds * 1_000),
    event,
  ]);
  const [byVisitors, byMembers] = [answeredIn([visitors]), answeredIn([members])];
  const after = await Promise.all(products.map(readsOf));
  // The counter of a restarted server begins at 0, and that of a killed one is missing.
  const grown = (by: 'replica' | 'primary') =>
    after.reduce((sum, reads, which) => sum + Math.max(0, reads[by] - (before[which]?.[by] ?? 0)), 0);
  const all = grown('replica') + grown('primary');
  return {
    name,
    requestsPerSecond: byVisitors.requestsPerSecond + byMembers.requestsPerSecond + written.done / seconds,
    p99: Math.max(byVisitors.p99, byMembers.p99),
    longest: Math.max(byVisitors.longest, byMembers.longest),
    writes: written.done,
    errors: failed(byVisitors) + failed(byMembers) + written.errors,
    atReplica: all === 0 ? 0 : grown('replica') / all,
  };
}

function failed({ errors, refusals }: Answered): number {
  return errors + refusals;
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
];

/** Returns the phases as a Markdown table. */
export function tableOf(phases: readonly Phase[]): string {
  const rows = phases.map(({ name, requestsPerSecond, p99, longest, writes, errors, atReplica }) => [
    name,
    ...[requestsPerSecond, p99, longest, writes, errors].map(whole),
    `${whole(atReplica * 100)} %`,
  ]);
  return table(columnsOf('phase', figures), rows);
}
