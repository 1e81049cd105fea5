/** Returns the names of a constant table, typed by the table. */
export function recordKeys<Table extends object>(table: Table): (keyof Table & string)[] {
  // `Object.keys` returns strings, because an object may have more keys than its type states. A constant table has no others.
  return Object.keys(table) as (keyof Table & string)[];
}

export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  value: (name: Name) => Value,
): Record<Name, Value> {
  // `Object.fromEntries` types its keys as any string.
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
}
