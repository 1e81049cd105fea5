import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { useNames } from '../../platform/i18n/names.ts';

/** Returns a formatter of the blocks that the members of an agreement leave, in the order of the ring. */
export function useSeatPlaces(): (agreement: Agreement) => string[] {
  const names = useNames();
  // Each member moves into the place of the next one, so a member's own place is the one that the previous member moves to.
  return ({ members }) =>
    members.map((_, seat) => {
      const movesHere = members.at(seat - 1)?.movesTo;
      return movesHere === undefined ? '' : names.block(movesHere.district, movesHere.block);
    });
}
