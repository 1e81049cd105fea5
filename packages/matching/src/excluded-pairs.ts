/** Excluded pairs: for each teacher those with whom they must not be brought together, in both directions. */
export type ExcludedPairs = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns true if two of these teachers are an excluded pair. */
export function containsExcludedPair(teachers: readonly string[], excluded: ExcludedPairs): boolean {
  return teachers.some((teacher) => {
    const others = excluded.get(teacher);
    return others !== undefined && teachers.some((other) => others.has(other));
  });
}

/** Returns every teacher who forms an excluded pair with one of these teachers. */
export function excludedFor(teachers: Iterable<string>, excluded: ExcludedPairs): Set<string> {
  return new Set([...teachers].flatMap((teacher) => [...(excluded.get(teacher) ?? [])]));
}
