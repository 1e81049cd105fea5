import type { MatchKind, MatchList } from './match.ts';

export type MatchCounts = Pick<MatchList, 'total' | 'perfect' | 'wantsYourPlace' | 'registered'>;

/** First matches of one request, best first, with the numbers of all its matches. */
export interface FoundList<Found> extends MatchCounts {
  matches: readonly Found[];
}

/** Properties by which matches of several requests are merged. */
interface Rank {
  person: string;
  score: number;
  isPerfect: boolean;
  hasRequest: boolean;
}

/** Returns one entry per person, the one with the best score, sorted by score. Loaded duplicates are counted once. */
export function mergeMatches<Found>(
  lists: readonly FoundList<Found>[],
  rankOf: (found: Found) => Rank,
  kind?: MatchKind,
): MatchCounts & { matches: Found[] } {
  const perfectAmong = (matches: readonly Found[]) => matches.filter((found) => rankOf(found).isPerfect);
  const countPerfect = (matches: readonly Found[]) => perfectAmong(matches).length;
  const countRegistered = (matches: readonly Found[]) =>
    perfectAmong(matches).filter((found) => !rankOf(found).hasRequest).length;
  const best = new Map<string, Found>();
  for (const found of lists.flatMap((list) => list.matches)) {
    const { person, score } = rankOf(found);
    const known = best.get(person);
    if (known === undefined || score > rankOf(known).score) best.set(person, found);
  }
  const matches = [...best.values()].sort((one, other) => {
    const [first, second] = [rankOf(one), rankOf(other)];
    return second.score - first.score || Number(second.hasRequest) - Number(first.hasRequest);
  });
  const unlisted = lists.reduce((sum, list) => sum + list.total - list.matches.length, 0);
  const unlistedPerfect = lists.reduce((sum, list) => sum + list.perfect - countPerfect(list.matches), 0);
  const perfect = countPerfect(matches) + unlistedPerfect;
  const registeredPerfect =
    countRegistered(matches) +
    lists.reduce((sum, list) => sum + list.registered.perfect - countRegistered(list.matches), 0);
  // All requests have the same posting, so the teachers who want it are the same for each: takes the maximum, not the sum.
  const wishing = Math.max(0, ...lists.map((list) => list.perfect + list.wantsYourPlace));
  const registeredWishing = Math.max(
    0,
    ...lists.map(({ registered }) => registered.perfect + registered.wantsYourPlace),
  );
  return {
    matches,
    total:
      kind === undefined
        ? matches.length + unlisted
        : Math.max(matches.length, ...lists.map((list) => list.total)),
    perfect,
    wantsYourPlace: Math.max(0, wishing - perfect),
    registered: {
      perfect: registeredPerfect,
      wantsYourPlace: Math.max(0, registeredWishing - registeredPerfect),
    },
  };
}
