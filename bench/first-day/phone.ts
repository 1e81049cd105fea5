import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PRIVACY_NOTICE_VERSION } from '@mutual-transfer/domain/constants';
import { blocks, districtByCode } from '@mutual-transfer/domain/reference/places';
import { goodRegistration } from '@mutual-transfer/domain/testing/good-registration';
import { lettersOf, requestOf, solveCaptcha } from '../../apps/server/test/testing/factories.ts';
import { callerOf } from '../../apps/server/test/testing/processes/server-process.ts';
import { knownProof } from '../../apps/server/test/testing/solve-proof.ts';
import type { Answer, Call, Caller } from '../../apps/server/test/testing/test-app.ts';

/** What the phones of one part of a run were answered. */
export interface Observed {
  /** Durations in milliseconds, with repetitions, by place. */
  times: Map<string, number[]>;
  /** Numbers of refusals and errors, by code and place. */
  refusals: Map<string, number>;
  /** Calls whose process did not answer, and which the other one answered, or did not answer either. */
  repeated: number;
  lost: number;
}

export function nothingObserved(): Observed {
  return { times: new Map(), refusals: new Map(), repeated: 0, lost: 0 };
}

/** Pause before a call without an answer is sent once more, to the other process. */
const REPEATED_AFTER_MS = 250;
/** Time in which a phone solves a proof of work. */
const PROOF_MS = 1_000;
const MOST_REPETITIONS = 10;
const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

const subjects = ['Mathematics', 'Hindi', 'Science', 'English'] as const;

/** A phone with its cookies, which calls one of the processes as long as that one answers. */
export class Phone implements Caller {
  observed = nothingObserved();
  /** Number of proofs of work that this phone was asked for. */
  proofs = 0;
  /** Ids of the requests whose posting was acknowledged. */
  readonly posted: string[] = [];
  token: string | undefined;
  readonly number: number;
  readonly #address: string;
  readonly #secret: string;
  readonly #cookies = new Map<string, string>();
  #bases: readonly string[];

  /** @param secret of the servers, with which the phone makes proofs of work without the work. */
  constructor(
    number: number,
    { address, bases, secret }: { address: string; bases: readonly string[]; secret: string },
  ) {
    this.number = number;
    this.#address = address;
    this.#bases = number % 2 === 0 ? bases : bases.toReversed();
    this.#secret = secret;
  }

  /** Calls, and once more with a proof of work if the server asks for one. */
  async call(call: Call): Promise<Answer> {
    const answer = await this.#callPatiently(call);
    const isAsked = answer.statusCode === 400 && answer.json().code === 'proof_needed';
    if (!isAsked) return answer;
    this.proofs += 1;
    await this.#callPatiently({ url: '/api/auth/proof' });
    await pause(PROOF_MS);
    return this.#callPatiently(withProof(call, await knownProof(this.#secret)));
  }

  /** Calls, again after `Retry-After` as the app does, and once more at the other process if there is no answer. */
  async #callPatiently(call: Call): Promise<Answer> {
    const sent = this.#prepared(call);
    const began = performance.now();
    for (let left = MOST_REPETITIONS; ; left -= 1) {
      const answer = await this.#send(sent);
      for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) this.#keep(String(cookie));
      if (answer.statusCode >= 400) this.#noteRefusal(sent, answer);
      if (answer.statusCode !== 503 || left === 0) {
        noteTimes(this.observed, placeAsked(sent), [performance.now() - began]);
        return answer;
      }
      await pause(1_000 * Number(answer.headers['retry-after'] ?? 1));
    }
  }

  #prepared(call: Call): Call {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const isPosting = call.method === 'POST' && this.token !== undefined;
    const headers = {
      'x-forwarded-for': this.#address,
      ...(cookie && { cookie }),
      ...(isPosting && { 'idempotency-key': randomUUID() }),
    };
    return { ...call, headers, ...(this.token !== undefined && { token: this.token }) };
  }

  async #send(call: Call): Promise<Answer> {
    const [first = '', second = ''] = this.#bases;
    try {
      return await callerOf(first).call(call);
    } catch {
      await pause(REPEATED_AFTER_MS);
    }
    this.#bases = [second, first];
    try {
      const answer = await callerOf(second).call(call);
      this.observed.repeated += 1;
      return answer;
    } catch (error) {
      this.observed.lost += 1;
      this.#count(`no answer at ${placeAsked(call)}`);
      throw error;
    }
  }

  #keep(cookie: string): void {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
    this.#cookies.set(name, value);
  }

  #noteRefusal(call: Call, { statusCode, headers, body }: Answer): void {
    const isProblem = String(headers['content-type']).includes('json');
    const code = isProblem ? (JSON.parse(body) as { code?: string }).code : undefined;
    if (code !== 'proof_needed') this.#count(`${code ?? statusCode} at ${placeAsked(call)}`);
  }

  #count(refusal: string): void {
    const { refusals } = this.observed;
    refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
  }

  /** Registers after the security check. */
  async register(): Promise<void> {
    const check = await solveCaptcha(this);
    const { number } = this;
    const [posting, desired] = [placeOf(number), placeOf(number ^ 1)];
    const body = {
      ...goodRegistration,
      ...check,
      name: `Teacher ${lettersOf(number)}`,
      email: emailOf(number),
      phone: String(9_000_000_000 + number),
      district: posting.district,
      postingBlock: posting.block,
      desiredDistrict: desired.district,
      desiredBlock: desired.block,
      subject: subjectOf(number),
      consentVersion: PRIVACY_NOTICE_VERSION,
    };
    const answer = await this.call({ method: 'POST', url: '/api/auth/register', body });
    if (answer.statusCode === 201) this.token = answer.json().token;
  }

  /** Posts a request, first for the place of the one who wants this one's. */
  async post(which = 0): Promise<void> {
    const { district: desiredDistrict, block: desiredBlock } = placeOf((this.number ^ 1) + 2 * which);
    const body = requestOf({ desiredDistrict, desiredBlock, subject: subjectOf(this.number) });
    const answer = await this.call({ method: 'POST', url: '/api/requests', body });
    if (answer.statusCode === 201) this.posted.push(answer.json().data.request._id);
  }
}

function withProof(call: Call, proof: string): Call {
  return call.method === 'POST'
    ? { ...call, body: { ...(call.body as object), proof } }
    : { ...call, url: `${call.url}?${new URLSearchParams({ proof })}` };
}

export function noteTimes({ times }: Observed, place: string, taken: readonly number[]): void {
  const before = times.get(place) ?? [];
  before.push(...taken);
  times.set(place, before);
}

function placeAsked({ method = 'GET', url }: Call): string {
  return `${method} ${new URL(url, 'http://phone').pathname.replaceAll(UUID, ':id')}`;
}

const PLACES = 100;

/** Returns a place. Two teachers with numbers that follow each other have the same subject, and want the places of each other. */
function placeOf(number: number): { district: string; block: string } {
  const { districtCode, name } = blocks[number % PLACES];
  return { district: districtByCode(districtCode).name, block: name };
}

function subjectOf(number: number): string {
  return subjects[Math.floor(number / 2) % subjects.length] ?? 'Hindi';
}

export function emailOf(number: number): string {
  return `teacher-${number}@example.com`;
}

/** A first visit: reads, registers, posts, and waits with the dashboard open, which asks again each half minute. */
export async function live(
  phone: Phone,
  { rounds, roundMs }: { rounds: number; roundMs: number },
): Promise<void> {
  await phone.call({ url: '/' });
  await phone.call({ url: '/api/requests/public?limit=20' });
  await phone.call({ url: '/register' });
  await pause(200 + (phone.number % 10) * 200);
  await phone.register();
  if (phone.token === undefined) return;
  await look(phone);
  await phone.post();
  for (let round = 0; round < rounds; round += 1) {
    await pause(roundMs);
    await look(phone);
    await phone.call({ url: '/api/requests?limit=20' });
  }
}

export async function look(phone: Phone): Promise<void> {
  await Promise.all(['/api/me', '/api/dashboard'].map((url) => phone.call({ url })));
}
