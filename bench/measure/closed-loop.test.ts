import { expect, test } from 'vitest';
import { closedLoop } from './closed-loop.ts';

test('visits go on until nothing is left, as many at once as there are visitors', async () => {
  let [underWay, most] = [0, 0];
  const figures = await closedLoop(
    async (turn, timed) => {
      if (turn >= 20) return false;
      most = Math.max(most, ++underWay);
      await timed('ask', async () => ({ statusCode: turn === 3 ? 409 : 201 }));
      if (turn % 2 === 0) await timed('ask again', async () => ({ statusCode: 200 }));
      underWay -= 1;
      return true;
    },
    { connections: 4, seconds: 60 },
  );
  expect(most).toBe(4);
  expect(figures.get('ask')).toMatchObject({ answers: 20, refusals: 1, errors: 0 });
  expect(figures.get('ask again')).toMatchObject({ answers: 10, refusals: 0, errors: 0 });
});

test('when the time is over no visit begins', async () => {
  const figures = await closedLoop(async () => true, { connections: 2, seconds: 0 });
  expect(figures.size).toBe(0);
});
