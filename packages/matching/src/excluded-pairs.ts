/** Teachers who are not to be brought together: for each of them the others, both ways. */
export type Apart = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether two of these teachers are not to be brought together. */
export function haveApart(teachers: readonly string[], apart: Apart): boolean {
  return teachers.some((teacher) => {
    const others = apart.get(teacher);
    return others !== undefined && teachers.some((other) => others.has(other));
  });
}

/** All who are not to be brought together with one of these teachers. */
export function apartFromAny(teachers: Iterable<string>, apart: Apart): Set<string> {
  return new Set([...teachers].flatMap((teacher) => [...(apart.get(teacher) ?? [])]));
}
