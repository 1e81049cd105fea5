import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ConcurrencyQueue } from './concurrency-queue.ts';

/** Returns work that records its start, and that ends when the test ends it. */
function workBy(name: string, began: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = () => {
    began.push(name);
    return promise;
  };
  return { work, end: resolve };
}

/** Resolves when all work that can start has started: after each call the queue lets the event loop run once. */
const turns = async () => {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
};

it('limits concurrency, and runs one call per reader at a time, however many calls are queued', async () => {
  const queue = new ConcurrencyQueue({ atOnce: 2, waitingAtMost: 100 });
  const began: string[] = [];
  const greedy = Array.from({ length: 12 }, (_, number) => workBy(`greedy ${number}`, began));
  const others = ['one', 'two'].map((name) => workBy(name, began));
  const done = [
    ...greedy.map(({ work }) => queue.run('greedy', work)),
    ...others.map(({ work }, index) => queue.run(`other ${index}`, work)),
  ];
  await turns();
  expect(began).toEqual(['greedy 0', 'one']);
  greedy[0]?.end();
  await turns();
  expect(began).toEqual(['greedy 0', 'one', 'two']);
  others[0]?.end();
  await turns();
  expect(began).toEqual(['greedy 0', 'one', 'two', 'greedy 1']);
  for (const { end } of [...greedy, ...others]) end();
  await Promise.all(done);
  expect(began).toHaveLength(14);
});

it("refuses calls beyond the queue's limit with a retry time, and continues after work fails", async () => {
  const queue = new ConcurrencyQueue({ atOnce: 1, waitingAtMost: 2 });
  const began: string[] = [];
  const first = workBy('first', began);
  const running = queue.run('a', first.work);
  const failing = queue.run('b', () => Promise.reject(new Error('it failed')));
  await expect(queue.run('c', async () => 3)).rejects.toMatchObject({
    code: 'unavailable',
    details: { retryAfterSeconds: 5 },
  });
  first.end();
  await running;
  await expect(failing).rejects.toThrow('it failed');
  expect(await queue.run('b', async () => 4)).toBe(4);
});

it('refuses a reader who fills their share of the queue, and admits others meanwhile', async () => {
  const queue = new ConcurrencyQueue({ atOnce: 1, waitingAtMost: 16 });
  const first = workBy('first', []);
  const asked = [queue.run('greedy', first.work), queue.run('greedy', async () => 2)];
  await expect(queue.run('greedy', async () => 3)).rejects.toMatchObject({ code: 'unavailable' });
  const other = queue.run('other', async () => 4);
  first.end();
  await Promise.all(asked);
  expect(await other).toBe(4);
  expect(await queue.run('greedy', async () => 5)).toBe(5);
});

it('admits the first call of a reader while other readers fill the queue with several calls each', async () => {
  const queue = new ConcurrencyQueue({ atOnce: 1, waitingAtMost: 16 });
  const first = workBy('first', []);
  const asked: Promise<unknown>[] = [queue.run('0', first.work), queue.run('0', async () => 0)];
  for (let reader = 1; reader < 8; reader += 1) {
    asked.push(
      ...[1, 2].map(() => queue.run(String(reader), async () => reader).catch((error) => error.code)),
    );
  }
  const other = queue.run('other', async () => 'answered');
  first.end();
  expect(await other).toBe('answered');
  const answers = await Promise.all(asked);
  for (let reader = 1; reader < 8; reader += 1) expect(answers).toContain(reader);
  expect(answers.filter((answer) => answer === 'unavailable')).toHaveLength(4);
});

it('pauses after work for as long as the work blocked the thread', async () => {
  const queue = new ConcurrencyQueue({ atOnce: 1, waitingAtMost: 10, yieldsThread: true });
  const HELD = 60;
  const ended: number[] = [];
  const began: number[] = [];
  const hold = async () => {
    began.push(performance.now());
    const end = performance.now() + HELD;
    while (performance.now() < end);
    ended.push(performance.now());
    return ended.length;
  };
  expect(await Promise.all(['first', 'second'].map((reader) => queue.run(reader, hold)))).toEqual([1, 2]);
  expect((began[1] ?? 0) - (ended[0] ?? 0)).toBeGreaterThan(HELD * 0.9);
  // Failed work rejects its own promise, and does not stop the queue.
  await expect(queue.run('third', () => Promise.reject(new Error('no page')))).rejects.toThrow('no page');
  expect(await queue.run('fourth', async () => 'a page')).toBe('a page');
});

it('can run several calls of a reader at once, and lets the event loop run other work between calls', async () => {
  const queue = new ConcurrencyQueue({ atOnce: Number.POSITIVE_INFINITY, ofReader: 2, waitingAtMost: 100 });
  const began: string[] = [];
  const calls = Array.from({ length: 4 }, (_, number) =>
    queue.run('greedy', async () => void began.push(`call ${number}`)),
  );
  const other = setImmediate().then(() => began.push('other work'));
  await Promise.all([...calls, other]);
  expect(began.toSpliced(2, 1)).toEqual(['call 0', 'call 1', 'call 2', 'call 3']);
  expect(began[2]).toBe('other work');
});
