import type { OwnMatches } from './use-own-matches.ts';

/**
 * Returns `true` once the best news is known. Without a direct swap it may be a ring; a restored last state does not wait for the rings.
 */
export function isBestKnown(
  own: Pick<OwnMatches, 'perfect' | 'restoredAt' | 'isPending'>,
  rings: { readonly isPending: boolean },
): boolean {
  const mayBeRing = own.perfect === 0 && own.restoredAt === undefined;
  return !own.isPending && !(mayBeRing && rings.isPending);
}
