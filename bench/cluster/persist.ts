import { setTimeout as pause } from 'node:timers/promises';
import { callerOf } from '../../apps/server/test/testing/processes/server-process.ts';
import type { Call } from '../../apps/server/test/testing/test-app.ts';

/** Pause before a call is repeated, and time after which it is given up, in milliseconds. */
const REPEATED_AFTER_MS = 250;
const GIVEN_UP_AFTER_MS = 90_000;

/** Observations of all calls in one phase. Every attempt is counted; a call's duration includes its repetitions. */
export interface Traffic {
  /** Durations in milliseconds. */
  readonly reads: number[];
  readonly writes: number[];
  /** Times of acknowledged writes (`Date.now()`), in order. */
  readonly acknowledgedAt: number[];
  /** Number of attempts. `later`: 503 with `Retry-After`; `failed`: no answer, or another error of the server. */
  readonly attempts: Record<'answered' | 'later' | 'signedOut' | 'failed', number>;
}

/** Status and body of the last attempt; no status without an answer. */
interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

export function newTraffic(): Traffic {
  const attempts = { answered: 0, later: 0, signedOut: 0, failed: 0 };
  return { reads: [], writes: [], acknowledgedAt: [], attempts };
}

/** Repeats a call, as the product's client does, until it is answered without an error of the server. */
export async function persist(base: string, call: Call, traffic: Traffic): Promise<Answer> {
  const started = Date.now();
  let answer = await attempt(base, call, traffic);
  while ((answer.status ?? 500) >= 500 && Date.now() - started < GIVEN_UP_AFTER_MS) {
    await pause(REPEATED_AFTER_MS);
    answer = await attempt(base, call, traffic);
  }
  const isRead = call.method === undefined;
  traffic[isRead ? 'reads' : 'writes'].push(Date.now() - started);
  if (!isRead && (answer.status ?? 500) < 300) traffic.acknowledgedAt.push(Date.now());
  return answer;
}

async function attempt(base: string, call: Call, { attempts }: Traffic): Promise<Answer> {
  const answer = await callerOf(base)
    .call(call)
    .catch(() => undefined);
  const status = answer?.statusCode;
  attempts[kindOf(status, answer?.headers['retry-after'])] += 1;
  return { status, body: answer?.body ?? '' };
}

function kindOf(status: number | undefined, retryAfter: unknown): keyof Traffic['attempts'] {
  if (status === 503 && Number(retryAfter) > 0) return 'later';
  if (status === undefined || status >= 500) return 'failed';
  return status === 401 ? 'signedOut' : 'answered';
}
