import { describe, expect, it } from 'vitest';
import { takeSteps, workThrough } from './repeat-work.ts';

describe('processing many items', () => {
  it('continues after failed items, in order, and throws all failures at the end', async () => {
    const done: number[] = [];
    const work = async (item: number) => {
      if (item % 2 === 0) throw new Error(`item ${item}`);
      done.push(item);
    };
    const failure = await workThrough([1, 2, 3, 4, 5], work).catch((error: unknown) => error);
    expect(done).toEqual([1, 3, 5]);
    expect(failure).toBeInstanceOf(AggregateError);
    expect(failure).toMatchObject({
      message: '2 failed, first: item 2',
      errors: [{ message: 'item 2' }, { message: 'item 4' }],
    });
    await expect(workThrough([1, 3], work)).resolves.toBeUndefined();
  });

  it('flattens the failures of nested steps into one list', async () => {
    const done: string[] = [];
    const failing = () =>
      workThrough([1, 2], async (item) => {
        throw new Error(`item ${item}`);
      });
    await expect(takeSteps([failing, async () => void done.push('second'), failing])).rejects.toMatchObject({
      message: '4 failed, first: item 1',
      errors: { length: 4 },
    });
    expect(done).toEqual(['second']);
  });
});
