import type { OwnMatches } from './use-own-matches.ts';

/**
 * Returns `true` once the best news can be shown. Without a direct swap the news may be a ring, so it waits for the rings, except in a
 * restored last state.
 */
export function isBestKnown(
  own: Pick<OwnMatches, 'perfect' | 'restoredAt' | 'isPending'>,
  rings: { readonly isPending: boolean },
): boolean {
  const mayBeRing = own.perfect === 0 && own.restoredAt === undefined;
  return !own.isPending && !(mayBeRing && rings.isPending);
}
