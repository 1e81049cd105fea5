import { hasServed } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { type Score, scoreOf } from '@mutual-transfer/matching/score';
import type { OfferRow } from '../database/tables.ts';
import { wishOf } from '../offers/wish-of.ts';

/** Best offer of another teacher, with its score. */
interface Pairing {
  readonly theirs: OfferRow;
  readonly score: Score;
}

/** Returns the pair of offers with the highest score, and among equal scores the first pair; undefined if no pair has a score. */
export function bestPairing(
  mine: readonly OfferRow[],
  theirs: readonly OfferRow[],
  rules: Rules,
): Pairing | undefined {
  const served = ({ joined_on }: OfferRow) => hasServed(joined_on, rules);
  const pairings = mine.filter(served).flatMap((own) =>
    theirs.filter(served).flatMap((other): Pairing[] => {
      const score = scoreOf(wishOf(own), wishOf(other), rules.mustBeEqual);
      return score === undefined ? [] : [{ theirs: other, score }];
    }),
  );
  return pairings.reduce<Pairing | undefined>(
    (best, pairing) => (best === undefined || pairing.score.points > best.score.points ? pairing : best),
    undefined,
  );
}
