import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

const RETRY_INTERVAL = 250;

/**
 * Starts a process, and starts it again whenever it ends unexpectedly. Retries until a start succeeds.
 *
 * @param start Resolves with the process when it is ready.
 */
export async function keepRunning(
  start: () => Promise<ChildProcess>,
): Promise<{ stop: () => Promise<void> }> {
  let child = await start();
  let isStopping = false;
  let restarting: Promise<void> | undefined;

  const watch = () => {
    const onExit = () => {
      restarting = startAgain();
    };
    if (hasEnded(child)) onExit();
    else child.once('exit', onExit);
  };
  const startAgain = async () => {
    while (!isStopping) {
      const started = await start().catch(() => undefined);
      if (started) {
        child = started;
        return watch();
      }
      await pause(RETRY_INTERVAL);
    }
  };
  watch();
  return {
    stop: async () => {
      isStopping = true;
      await restarting;
      await end(child);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.ref();
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await exit;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
