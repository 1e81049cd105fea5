import { setTimeout as pause } from 'node:timers/promises';
import { callerOf } from '../../apps/server/test/testing/server-process.ts';
import type { Call } from '../../apps/server/test/testing/test-app.ts';

/** Pause before a call is repeated, and time after which it is given up, in milliseconds. */
const REPEATED_AFTER_MS = 250;
const GIVEN_UP_AFTER_MS = 90_000;

/** Number of answers. `later`: 503 with `Retry-After`; `failed`: no answer, or another error of the server. */
export interface Answers {
  answered: number;
  later: number;
  signedOut: number;
  failed: number;
}

/** Status and body of the last attempt; no status without an answer. */
interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

export const noAnswers = (): Answers => ({ answered: 0, later: 0, signedOut: 0, failed: 0 });

export function addTo(sum: Answers, more: Readonly<Answers>): void {
  sum.answered += more.answered;
  sum.later += more.later;
  sum.signedOut += more.signedOut;
  sum.failed += more.failed;
}

/**
 * Repeats a call, as the product's client does, until it is answered without an error of the server.
 * @param answers counts every attempt.
 */
export async function persist(base: string, call: Call, answers: Answers): Promise<Answer> {
  const end = Date.now() + GIVEN_UP_AFTER_MS;
  for (;;) {
    const answer = await callerOf(base)
      .call(call)
      .catch(() => undefined);
    const status = answer?.statusCode;
    answers[kindOf(status, answer?.headers['retry-after'])] += 1;
    if ((status !== undefined && status < 500) || Date.now() > end)
      return { status, body: answer?.body ?? '' };
    await pause(REPEATED_AFTER_MS);
  }
}

function kindOf(status: number | undefined, retryAfter: unknown): keyof Answers {
  if (status === 503 && Number(retryAfter) > 0) return 'later';
  if (status === undefined || status >= 500) return 'failed';
  return status === 401 ? 'signedOut' : 'answered';
}
