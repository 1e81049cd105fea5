import { setTimeout } from 'node:timers/promises';

/** Pauses in milliseconds before the second and third attempt. A server that closes meanwhile makes no further attempt. */
const PAUSES_MS = [500, 3_000];

/**
 * Sends a code or link up to three times, because its requester was already told that it is on its way. Runs after the response: a slow
 * provider must hold no turn and no connection that other calls need.
 *
 * @param mayRepeat returns false for an error after which a repetition would do harm or cannot succeed.
 * @throws the error of the last attempt.
 */
export async function sendWithAttempts(
  send: () => Promise<void>,
  mayRepeat: (error: unknown) => boolean,
): Promise<void> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await send();
    } catch (error) {
      if (!mayRepeat(error)) throw error;
    }
    await setTimeout(pauseMs);
  }
  await send();
}
