/** Excluded pairs: for each teacher those with whom they must not be brought together, in both directions. */
export type Apart = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns true if two of these teachers are an excluded pair. */
export function haveApart(teachers: readonly string[], apart: Apart): boolean {
  return teachers.some((teacher) => {
    const others = apart.get(teacher);
    return others !== undefined && teachers.some((other) => others.has(other));
  });
}

/** Returns every teacher who forms an excluded pair with one of these teachers. */
export function apartFromAny(teachers: Iterable<string>, apart: Apart): Set<string> {
  return new Set([...teachers].flatMap((teacher) => [...(apart.get(teacher) ?? [])]));
}
