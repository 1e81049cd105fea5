/**
 * Processes the items one after the other, and continues after a failed item.
 *
 * @throws {AggregateError} at the end, if any items failed. Errors of nested calls are flattened into one list.
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
  const [first] = errors;
  const reason = first instanceof Error ? first.message : String(first);
  const message = `${errors.length} failed, first: ${reason}`;
  throw new AggregateError(errors, message);
}

/** Runs the steps one after the other, and continues after a failed step. @throws {AggregateError} as `workThrough` does. */
export function takeSteps(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  return workThrough(steps, (step) => step());
}
