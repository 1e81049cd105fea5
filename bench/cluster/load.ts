import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { blocks, districtByCode } from '@mutual-transfer/domain/reference/places';
import type pg from 'pg';
import { registerTeacher, requestOf, type TestTeacher } from '../../apps/server/test/testing/factories.ts';
import { callerOf } from '../../apps/server/test/testing/processes/server-process.ts';
import type { Call } from '../../apps/server/test/testing/test-app.ts';
import { figuresOf, processorSecondsOf } from '../measure.ts';
import { columnsOf, table, whole } from '../report.ts';
import type { Products } from './products.ts';

/** Time of load before an event. */
const EVENT_AFTER_MS = 3_000;
/** Pause before a call is repeated, and time after which it is given up. */
const REPEATED_AFTER_MS = 250;
const GIVEN_UP_AFTER_MS = 90_000;
const READER_PAUSE_MS = 20;
/** Number of active requests per writer, below the product's limit of five. */
const MOST_ACTIVE = 4;

/** Observations of one phase. Every attempt is counted; a call's duration includes its repetitions. */
export interface Phase {
  name: string;
  seconds: number;
  /** Durations in milliseconds. */
  reads: number[];
  writes: number[];
  /** Times of acknowledged writes (`Date.now()`), in order. */
  acknowledgedAt: number[];
  /** Number of attempts. `later`: 503 with `Retry-After`; `failed`: no answer, or another error of the server. */
  attempts: Record<'answered' | 'later' | 'signedOut' | 'failed', number>;
  /** Processor time of all servers in milliseconds per answer; undefined for a phase with an event, which may restart one. */
  processorMs: number | undefined;
  /** Longest time without an acknowledged write, in seconds. */
  withoutWrite: number;
}

/** Acknowledged state of a request. `unknown`: a call that changes the request was given up. */
type Acknowledged = 'posted' | 'hidden' | 'deleted' | 'unknown';

/** Teacher who writes, with the acknowledged state of each of their requests by its id. */
interface Writer {
  teacher: TestTeacher;
  requests: Map<string, Acknowledged>;
  active: string[];
  next: number;
}

/** Readers, half of them signed in, and writers. Each sends the next call when the last one is answered. */
export interface Callers {
  readers: number;
  /** Teacher who only reads. */
  readerToken: string;
  writers: Writer[];
}

/** Registers the writers and a reader at the address. */
export async function registerCallers(base: string, readers: number, writers: number): Promise<Callers> {
  const teachers = await Array.fromAsync({ length: writers + 1 }, () => registerTeacher(callerOf(base)));
  const [reader, ...others] = teachers;
  return {
    readers,
    readerToken: reader?.token ?? '',
    writers: others.map((teacher, which) => ({
      ...{ teacher, requests: new Map(), active: [], next: which * 37 },
    })),
  };
}

/** Runs the load for some seconds, and the event in it. The phase lasts until both are over. */
export async function measurePhase(
  { base, servers }: Products,
  { readers, readerToken: token, writers }: Callers,
  { name, seconds, event }: { name: string; seconds: number; event?: () => Promise<unknown> },
): Promise<Phase> {
  const phase: Phase = {
    ...{ name, seconds, reads: [], writes: [], acknowledgedAt: [], processorMs: undefined, withoutWrite: 0 },
    attempts: { answered: 0, later: 0, signedOut: 0, failed: 0 },
  };
  const processor = async () => {
    const each = await Promise.all(servers.map(({ child }) => processorSecondsOf(child.pid)));
    return each.reduce((sum, one) => sum + one, 0);
  };
  const before = event === undefined ? await processor() : 0;
  const began = Date.now();
  let isOver = false;
  const end = async () => {
    await Promise.all([pause(seconds * 1_000), event && pause(EVENT_AFTER_MS).then(event)]);
  };
  const read = async (which: number) => {
    const visitor = { url: '/api/requests/public?limit=20' };
    const call = which % 2 === 0 ? visitor : { url: '/api/requests?limit=20', token };
    while (!isOver) {
      await persist(base, call, phase);
      await pause(READER_PAUSE_MS);
    }
  };
  const writeOn = async (writer: Writer) => {
    while (!isOver) await write(base, writer, phase);
  };
  await Promise.all([
    end().finally(() => {
      isOver = true;
    }),
    ...Array.from({ length: readers }, (_, which) => read(which)),
    ...writers.map(writeOn),
  ]);
  const times = [began, ...phase.acknowledgedAt, Date.now()];
  return {
    ...phase,
    seconds: (Date.now() - began) / 1_000,
    withoutWrite: Math.max(...times.slice(1).map((time, which) => time - (times[which] ?? time))) / 1_000,
    processorMs:
      event === undefined ? (1_000 * ((await processor()) - before)) / phase.attempts.answered : undefined,
  };
}

/** Posts a request, hides the name in it and deletes the oldest one, and records what was acknowledged. */
async function write(base: string, writer: Writer, phase: Phase): Promise<void> {
  const { teacher, requests, active } = writer;
  const call = (given: Call) => persist(base, { ...given, token: teacher.token }, phase);
  const headers = { 'idempotency-key': randomUUID() };
  writer.next += 1;
  const block = blocks[writer.next % blocks.length];
  const district = districtByCode(block?.districtCode ?? '').name;
  const body = requestOf({ desiredDistrict: district, desiredBlock: block?.name ?? '' });
  const posted = await call({ method: 'POST', url: '/api/requests', body, headers });
  if (posted?.statusCode !== 201) return;
  const { _id: id } = posted.json<{ data: { request: { _id: string } } }>().data.request;
  active.push(id);
  requests.set(id, 'posted');
  const privacySettings = { hideName: true, hidePhone: false, hideEmail: false, hideSchoolName: false };
  const hidden = await call({ method: 'PUT', url: `/api/requests/${id}/privacy`, body: { privacySettings } });
  requests.set(id, hidden?.statusCode === 200 ? 'hidden' : 'unknown');
  if (active.length < MOST_ACTIVE) return;
  const oldest = active.shift() ?? '';
  const deleted = await call({ method: 'DELETE', url: `/api/requests/${oldest}` });
  // 404: a call without a response deleted it, and was repeated.
  requests.set(oldest, deleted?.statusCode === 200 ? 'deleted' : 'unknown');
}

/** Repeats a call, as the product's client does, until it is answered without an error of the server. */
async function persist(base: string, call: Call, { reads, writes, acknowledgedAt, attempts }: Phase) {
  const started = Date.now();
  for (;;) {
    const answer = await callerOf(base)
      .call(call)
      .catch(() => undefined);
    const { statusCode = 500, headers = {} } = answer ?? {};
    attempts[kindOf(statusCode, headers['retry-after'])] += 1;
    if (statusCode >= 500 && Date.now() - started < GIVEN_UP_AFTER_MS) {
      await pause(REPEATED_AFTER_MS);
      continue;
    }
    (call.method === undefined ? reads : writes).push(Date.now() - started);
    if (call.method !== undefined && statusCode < 300) acknowledgedAt.push(Date.now());
    return answer;
  }
}

function kindOf(status: number, retryAfter: unknown): keyof Phase['attempts'] {
  if (status === 503 && Number(retryAfter) > 0) return 'later';
  if (status >= 500) return 'failed';
  return status === 401 ? 'signedOut' : 'answered';
}

/**
 * Counts the requests with an acknowledged state, those whose state in the database differs from it, and the requests
 * without an acknowledgement.
 */
export async function countLost(pool: pg.Pool, { writers }: Callers) {
  const { rows } = await pool.query<{ id: string; hidesName: boolean }>(
    'select id, hide_name as "hidesName" from requests where user_id = any ($1::uuid[])',
    [writers.map(({ teacher }) => teacher.user._id)],
  );
  const stored = new Map(rows.map(({ id, hidesName }) => [id, hidesName]));
  const requests = new Map(writers.flatMap((writer) => [...writer.requests]));
  const known = [...requests].filter(([, state]) => state !== 'unknown');
  const lost = known.filter(([id, state]) =>
    state === 'deleted' ? stored.has(id) : stored.get(id) !== (state === 'hidden'),
  );
  const twice = rows.filter(({ id }) => !requests.has(id));
  return { acknowledged: known.length, lost: lost.length, twice: twice.length };
}

/** Columns of the tables of phases. */
const columns = {
  'calls a second': ({ reads, writes, seconds }) => whole((reads.length + writes.length) / seconds),
  'p99 ms of reads': ({ reads, seconds }) =>
    whole(figuresOf({ milliseconds: reads, seconds, failed: 0 }).p99),
  'longest ms': ({ reads, writes }) => whole(Math.max(...reads, ...writes)),
  'longest s without a write': ({ withoutWrite }) => withoutWrite.toFixed(1),
  writes: ({ acknowledgedAt }) => whole(acknowledgedAt.length),
  '503 with a time': ({ attempts }) => whole(attempts.later),
  'other errors': ({ attempts }) => whole(attempts.failed),
  'signed out': ({ attempts }) => whole(attempts.signedOut),
  'processor ms of the servers an answer': ({ processorMs }) => processorMs?.toFixed(2) ?? '–',
} satisfies Record<string, (phase: Phase) => string>;

/** Returns the phases as a Markdown table. */
export function tableOf(phases: readonly Phase[]): string {
  const rows = phases.map((phase) => [phase.name, ...Object.values(columns).map((cell) => cell(phase))]);
  return table(columnsOf('phase', Object.keys(columns)), rows);
}
