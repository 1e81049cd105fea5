import { setImmediate } from 'node:timers/promises';

/** Number of values after which other work of the process gets its turn. */
const AT_ONCE = 200;

/** Returns what `change` returns for each value. Lets other work of the process run in between. */
export async function mapInTurns<Value, Result>(
  values: readonly Value[],
  change: (value: Value) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const value of values) {
    results.push(change(value));
    if (results.length % AT_ONCE === 0) await setImmediate();
  }
  return results;
}
