import { setTimeout as pause } from 'node:timers/promises';

const LOOKED_EVERY = 150;
const TIMEOUT_MS = 3_600_000;

/**
 * Polls until the condition holds.
 * @throws {Error} if it does not within an hour.
 */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It was not so within an hour.');
    await pause(LOOKED_EVERY);
  }
}
