import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { BestSoFar } from './compute-plan.ts';
import { type PlanMessage, type PlanNews, STOPS } from './plan-process.ts';

type Report = (progress: number, best?: BestSoFar) => void;

/**
 * Computes the order of the parent process, in a child process that `computeApart` started, and waits to be killed. The process has a
 * tenth of the weight of others, so that planning delays no call. With the lowest priority of all, a plan of three teachers took up to 25
 * seconds on a busy machine.
 */
export function answerOrder<Order, Outcome>(
  compute: (order: Order, report: Report) => Promise<Outcome> | Outcome,
): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  for (const stop of STOPS) process.on(stop, () => {});
  process.once('message', async ({ order, parent }: PlanMessage<Order>) => {
    // The computation blocks this thread, which would not learn that the parent was killed.
    new Worker(new URL('./watch-parent.ts', import.meta.url), { workerData: parent });
    try {
      const outcome = await compute(order, (progress, best) => say({ progress, best }));
      say({ outcome });
    } catch (error) {
      say({ error });
    }
  });
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // The parent may have ended before the line above.
  if (!process.connected) process.kill(process.pid, 'SIGKILL');

  function say(news: PlanNews<Outcome>): void {
    process.send?.(news);
  }
}
