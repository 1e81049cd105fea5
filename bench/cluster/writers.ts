import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { registerTeacher, requestOf, type TestTeacher } from '../../apps/server/test/testing/factories.ts';
import { callerOf } from '../../apps/server/test/testing/processes/server-process.ts';
import type { Call } from '../../apps/server/test/testing/test-app.ts';
import { blocks, districtByCode } from '../../packages/domain/src/reference/places.ts';
import { persist, type Traffic } from './persist.ts';

/** Number of active requests per writer, below the product's limit of five. */
const MOST_ACTIVE = 4;

/** Acknowledged state of a request. `unknown`: a call that changes the request was given up. */
type Acknowledged = 'posted' | 'hidden' | 'deleted' | 'unknown';

/** Teacher who posts a request, hides the name in it and deletes the oldest one, without a pause, and records what was acknowledged. */
export class Writer {
  readonly teacher: TestTeacher;
  /** Acknowledged state of each request, by its id. */
  readonly requests = new Map<string, Acknowledged>();
  readonly #active: string[] = [];
  #next: number;

  constructor(teacher: TestTeacher, which: number) {
    this.teacher = teacher;
    this.#next = which * 37;
  }

  async write(base: string, traffic: Traffic): Promise<void> {
    const call = (given: Call) => persist(base, { ...given, token: this.teacher.token }, traffic);
    const headers = { 'idempotency-key': randomUUID() };
    const body = requestOf(this.#wish());
    const posted = await call({ method: 'POST', url: '/api/requests', body, headers });
    if (posted.status !== 201) return;
    // The body of every 201 response has this shape.
    const { data } = JSON.parse(posted.body) as { data: { request: { _id: string } } };
    const { _id: id } = data.request;
    this.#active.push(id);
    this.requests.set(id, 'posted');
    const privacySettings = { hideName: true, hidePhone: false, hideEmail: false, hideSchoolName: false };
    const url = `/api/requests/${id}/privacy`;
    const hidden = await call({ method: 'PUT', url, body: { privacySettings } });
    this.requests.set(id, hidden.status === 200 ? 'hidden' : 'unknown');
    if (this.#active.length < MOST_ACTIVE) return;
    const oldest = this.#active.shift() ?? '';
    const deleted = await call({ method: 'DELETE', url: `/api/requests/${oldest}` });
    // 404: a call without a response deleted it, and was repeated.
    this.requests.set(oldest, deleted.status === 200 ? 'deleted' : 'unknown');
  }

  #wish(): { desiredDistrict: string; desiredBlock: string } {
    this.#next += 1;
    const block = blocks[this.#next % blocks.length];
    return {
      desiredDistrict: districtByCode(block?.districtCode ?? '').name,
      desiredBlock: block?.name ?? '',
    };
  }
}

/** Teachers of the load. One only reads, so its lists need not wait for writes of its own. */
export interface Callers {
  readonly writers: readonly Writer[];
  readonly readerToken: string;
}

/** Registers the given number of writers, and a reader, at the address. */
export async function registerCallers(base: string, count: number): Promise<Callers> {
  const writers: Writer[] = [];
  while (writers.length < count) {
    writers.push(new Writer(await registerTeacher(callerOf(base)), writers.length));
  }
  const { token } = await registerTeacher(callerOf(base));
  return { writers, readerToken: token };
}

/**
 * Counts the requests with an acknowledged state, those whose state in the database differs from it, and the requests
 * without an acknowledgement.
 */
export async function countLost(
  pool: pg.Pool,
  writers: readonly Writer[],
): Promise<{ acknowledged: number; lost: number; twice: number }> {
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
