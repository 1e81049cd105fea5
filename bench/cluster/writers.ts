import type { OpenDatabase } from '../../apps/server/src/database/open-database.ts';
import { registerTeacher, requestOf, type TestTeacher } from '../../apps/server/test/testing/factories.ts';
import { callerOf } from '../../apps/server/test/testing/server-process.ts';
import type { Call } from '../../apps/server/test/testing/test-app.ts';
import { blocks, districtByCode } from '../../packages/domain/src/reference/places.ts';

/** Number of active requests per writer, below the product's limit of five. */
const MOST_ACTIVE = 4;
/** Pseudo-status of a turn without a call: neither a success nor a failure. */
const NOTHING_TO_DO = 300;
const NO_ANSWER = 599;

/** Acknowledged state of a request. `unknown`: a call about it got no response, or an error. */
type Told = { readonly is: 'posted'; readonly hidesName: boolean } | { readonly is: 'deleted' | 'unknown' };

/** Teachers who write without a pause, and record every response. */
export interface Writers {
  /**
   * Writes at an address until that time (`Date.now()`).
   * @returns the counts of successes and failures.
   */
  readonly writeUntil: (base: string, end: number) => Promise<Written>;
  /** Counts the requests with an acknowledged state, and those of them whose state in the database differs. */
  readonly countLost: (database: OpenDatabase) => Promise<{ told: number; lost: number }>;
  /** Session token of a teacher who only reads. */
  readonly readerToken: string;
}

export interface Written {
  /** Number of successful writes. */
  readonly done: number;
  /** Number of writes without a response, or with a status of 500 and more. */
  readonly errors: number;
  /** Longest time of a call in milliseconds. */
  readonly longest: number;
}

/** Registers the given number of teachers at the address, and one more who only reads. */
export async function registerWriters(base: string, count: number): Promise<Writers> {
  const teachers: TestTeacher[] = [];
  for (let each = 0; each < count; each += 1) teachers.push(await registerTeacher(callerOf(base)));
  const reader = await registerTeacher(callerOf(base));
  const told = new Map<string, Told>();
  const writers = teachers.map((teacher, which) => new Writer(teacher, told, which));
  return {
    readerToken: reader.token,
    writeUntil: async (at, end) => {
      const all = await Promise.all(writers.map((writer) => writer.writeUntil(at, end)));
      const sum = (name: keyof Written) => all.reduce((total, each) => total + each[name], 0);
      const longest = Math.max(0, ...all.map((each) => each.longest));
      return { done: sum('done'), errors: sum('errors'), longest };
    },
    countLost: (database) => countLost(database, told),
  };
}

class Writer {
  #base = '';
  readonly #teacher: TestTeacher;
  readonly #told: Map<string, Told>;
  readonly #active: string[] = [];
  #next: number;
  #longest = 0;

  constructor(teacher: TestTeacher, told: Map<string, Told>, which: number) {
    this.#teacher = teacher;
    this.#told = told;
    this.#next = which * 37;
  }

  /** Posts a request, hides a name and deletes the oldest request, in a loop. */
  async writeUntil(base: string, end: number): Promise<Written> {
    this.#base = base;
    this.#longest = 0;
    let done = 0;
    let errors = 0;
    while (Date.now() < end) {
      for (const step of [() => this.#post(), () => this.#hide(), () => this.#deleteOldest()]) {
        const status = await step();
        if (status < 300) done += 1;
        if (status >= 500) errors += 1;
      }
    }
    return { done, errors, longest: this.#longest };
  }

  async #post(): Promise<number> {
    const answer = await this.#call({ method: 'POST', url: '/api/requests', body: requestOf(this.#wish()) });
    if (answer.status >= 500) await this.#lookForIt();
    if (answer.status !== 201) return answer.status;
    const { data } = answer.body as { data: { request: { _id: string } } };
    this.#active.push(data.request._id);
    this.#told.set(data.request._id, { is: 'posted', hidesName: false });
    return answer.status;
  }

  /** Looks for a request whose post got no response. If it exists it counts as active, but not as acknowledged. */
  async #lookForIt(): Promise<void> {
    const { body } = await this.#call({ url: '/api/requests/my' });
    const { requests = [] } = (body ?? {}) as { requests?: { _id: string }[] };
    for (const { _id } of requests.filter((each) => !this.#told.has(each._id))) {
      this.#active.push(_id);
      this.#told.set(_id, { is: 'unknown' });
    }
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
    this.#told.set(id, status === 200 ? { is: 'posted', hidesName: true } : { is: 'unknown' });
    return status;
  }

  async #deleteOldest(): Promise<number> {
    if (this.#active.length < MOST_ACTIVE) return NOTHING_TO_DO;
    const id = this.#active.shift() ?? '';
    const { status } = await this.#call({ method: 'DELETE', url: `/api/requests/${id}` });
    // 404: a call without a response deleted it.
    this.#told.set(id, status === 200 ? { is: 'deleted' } : { is: 'unknown' });
    return status;
  }

  async #call(call: Call): Promise<{ status: number; body?: unknown }> {
    const sent = performance.now();
    try {
      const answer = await callerOf(this.#base).call({ ...call, token: this.#teacher.token });
      return { status: answer.statusCode, body: answer.statusCode < 300 ? answer.json() : undefined };
    } catch {
      return { status: NO_ANSWER };
    } finally {
      this.#longest = Math.max(this.#longest, performance.now() - sent);
    }
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
  { pool }: OpenDatabase,
  told: Map<string, Told>,
): Promise<{ told: number; lost: number }> {
  const known = [...told].filter(([, { is }]) => is !== 'unknown');
  const { rows } = await pool.query<{ id: string; hidesName: boolean }>(
    'select id, hide_name as "hidesName" from requests where id = any ($1::uuid[])',
    [known.map(([id]) => id)],
  );
  const there = new Map(rows.map(({ id, hidesName }) => [id, hidesName]));
  const lost = known.filter(([id, what]) =>
    what.is === 'posted' ? there.get(id) !== what.hidesName : there.has(id),
  );
  return { told: known.length, lost: lost.length };
}
