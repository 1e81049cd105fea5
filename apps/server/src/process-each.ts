/**
 * Does work on each item, one after the other: an item that fails keeps no other from its turn.
 *
 * @throws {AggregateError} at the end, where any failed; of work within work all failures stand in one list.
 */
export async function workThrough<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      errors.push(...(error instanceof AggregateError ? error.errors : [error]));
    }
  }
  if (errors.length === 0) return;
  const message = `${errors.length} failed, first: ${(errors[0] as Error).message}`;
  throw new AggregateError(errors, message);
}

/** Takes each step, in order, also where one before it failed. @throws {AggregateError} as `workThrough` does. */
export function takeSteps(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  return workThrough(steps, (step) => step());
}
