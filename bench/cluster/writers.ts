import { randomUUID } from 'node:crypto';
import type { OpenDatabase } from '../../apps/server/src/database/open-database.ts';
import { registerTeacher, requestOf, type TestTeacher } from '../../apps/server/test/testing/factories.ts';
import { callerOf } from '../../apps/server/test/testing/server-process.ts';
import type { Call } from '../../apps/server/test/testing/test-app.ts';
import { blocks, districtByCode } from '../../packages/domain/src/reference/places.ts';
import { type Answers, addTo, noAnswers, persist } from './persist.ts';

/** Number of active requests per writer, below the product's limit of five. */
const MOST_ACTIVE = 4;
/** Pseudo-status of a turn without a call: neither a success nor a failure. */
const NOTHING_TO_DO = 300;
const NO_ANSWER = 599;

/** Acknowledged state of a request. `unknown`: a call about it was given up. */
type Acknowledged =
  | { readonly is: 'posted'; readonly hidesName: boolean }
  | { readonly is: 'deleted' | 'unknown' };

/** Teachers who write without a pause, and record every response. */
export interface Writers {
  /**
   * Writes at an address until that time (`Date.now()`).
   * @returns the counts of successes and failures.
   */
  readonly writeUntil: (base: string, end: number) => Promise<Written>;
  /** Counts the requests with an acknowledged state, those of them whose state in the database differs, and requests without an acknowledgement. */
  readonly countLost: (
    database: Pick<OpenDatabase, 'pool'>,
  ) => Promise<{ acknowledged: number; lost: number; twice: number }>;
  /** Times of all successful writes (`Date.now()`), in order. */
  readonly acknowledgedAt: readonly number[];
  /** Every attempt of every call. */
  readonly answers: Readonly<Answers>;
  /** Session token of a teacher who only reads. */
  readonly readerToken: string;
}

export interface Written {
  /** Number of successful writes. */
  readonly done: number;
  /** Number of attempts without a response, or with a status of 500 and more. */
  readonly errors: number;
  /** Longest time of a call in milliseconds. */
  readonly longest: number;
}

/** Registers the given number of teachers at the address, and one more who only reads. */
export async function registerWriters(base: string, count: number): Promise<Writers> {
  const teachers: TestTeacher[] = [];
  for (let each = 0; each < count; each += 1) teachers.push(await registerTeacher(callerOf(base)));
  const reader = await registerTeacher(callerOf(base));
  const ledger: Ledger = { acknowledged: new Map(), acknowledgedAt: [], answers: noAnswers() };
  const writers = teachers.map((teacher, which) => new Writer(teacher, ledger, which));
  return {
    ...ledger,
    readerToken: reader.token,
    writeUntil: async (at, end) => {
      const all = await Promise.all(writers.map((writer) => writer.writeUntil(at, end)));
      const sum = (name: keyof Written) => all.reduce((total, each) => total + each[name], 0);
      const longest = Math.max(0, ...all.map((each) => each.longest));
      return { done: sum('done'), errors: sum('errors'), longest };
    },
    countLost: (database) =>
      countLost(
        database,
        ledger.acknowledged,
        teachers.map(({ user }) => user._id),
      ),
  };
}

/** Results of all writers. */
interface Ledger {
  readonly acknowledged: Map<string, Acknowledged>;
  readonly acknowledgedAt: number[];
  readonly answers: Answers;
}

class Writer {
  #base = '';
  readonly #teacher: TestTeacher;
  readonly #acknowledged: Map<string, Acknowledged>;
  readonly #ledger: Ledger;
  readonly #active: string[] = [];
  #next: number;
  #longest = 0;
  #errors = 0;

  constructor(teacher: TestTeacher, ledger: Ledger, which: number) {
    this.#teacher = teacher;
    this.#ledger = ledger;
    this.#acknowledged = ledger.acknowledged;
    this.#next = which * 37;
  }

  /** Posts a request, hides a name and deletes the oldest request, in a loop. */
  async writeUntil(base: string, end: number): Promise<Written> {
    this.#base = base;
    [this.#longest, this.#errors] = [0, 0];
    let done = 0;
    while (Date.now() < end) {
      for (const step of [() => this.#post(), () => this.#hide(), () => this.#deleteOldest()]) {
        const status = await step();
        if (status < 300) done += 1;
      }
    }
    return { done, errors: this.#errors, longest: this.#longest };
  }

  async #post(): Promise<number> {
    const headers = { 'idempotency-key': randomUUID() };
    const body = requestOf(this.#wish());
    const answer = await this.#call({ method: 'POST', url: '/api/requests', body, headers });
    if (answer.status !== 201) return answer.status;
    const { data } = answer.body as { data: { request: { _id: string } } };
    this.#active.push(data.request._id);
    this.#acknowledged.set(data.request._id, { is: 'posted', hidesName: false });
    return answer.status;
  }

  async #hide(): Promise<number> {
    const id = this.#active.at(-1);
    if (id === undefined) return NOTHING_TO_DO;
    const privacySettings = { hideName: true, hidePhone: false, hideEmail: false, hideSchoolName: false };
    const { status } = await this.#call({
      method: 'PUT',
      url: `/api/requests/${id}/privacy`,
      body: { privacySettings },
    });
    this.#acknowledged.set(id, status === 200 ? { is: 'posted', hidesName: true } : { is: 'unknown' });
    return status;
  }

  async #deleteOldest(): Promise<number> {
    if (this.#active.length < MOST_ACTIVE) return NOTHING_TO_DO;
    const id = this.#active.shift() ?? '';
    const { status } = await this.#call({ method: 'DELETE', url: `/api/requests/${id}` });
    // 404: a call without a response deleted it, and was repeated.
    this.#acknowledged.set(id, status === 200 ? { is: 'deleted' } : { is: 'unknown' });
    return status;
  }

  async #call(call: Call): Promise<{ status: number; body?: unknown }> {
    const sent = performance.now();
    const answers = noAnswers();
    const { status = NO_ANSWER, body } = await persist(
      this.#base,
      { ...call, token: this.#teacher.token },
      answers,
    );
    this.#longest = Math.max(this.#longest, performance.now() - sent);
    this.#errors += answers.later + answers.failed;
    addTo(this.#ledger.answers, answers);
    if (status >= 300) return { status };
    this.#ledger.acknowledgedAt.push(Date.now());
    return { status, body: JSON.parse(body) };
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

async function countLost(
  { pool }: Pick<OpenDatabase, 'pool'>,
  acknowledged: ReadonlyMap<string, Acknowledged>,
  writerIds: readonly string[],
): Promise<{ acknowledged: number; lost: number; twice: number }> {
  const { rows } = await pool.query<{ id: string; hidesName: boolean }>(
    'select id, hide_name as "hidesName" from requests where user_id = any ($1::uuid[])',
    [writerIds],
  );
  const there = new Map(rows.map(({ id, hidesName }) => [id, hidesName]));
  const known = [...acknowledged].filter(([, { is }]) => is !== 'unknown');
  const lost = known.filter(([id, what]) =>
    what.is === 'posted' ? there.get(id) !== what.hidesName : there.has(id),
  );
  const twice = rows.filter(({ id }) => !acknowledged.has(id));
  return { acknowledged: known.length, lost: lost.length, twice: twice.length };
}
