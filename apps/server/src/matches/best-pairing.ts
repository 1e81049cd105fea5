import { hasServed } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { type Score, scoreOf } from '@mutual-transfer/matching/score';
import type { OfferRow } from '../database/tables.ts';
import { wishColumns, wishOf } from '../offers/wish-of.ts';

/** Columns of an offer that decide whether it matches another one. */
export const matchedColumns = [...wishColumns, 'joined_on'] as const satisfies readonly (keyof OfferRow)[];

export type MatchedOffer = Pick<OfferRow, (typeof matchedColumns)[number]>;

/** Best offer of another teacher, with its score. */
interface Pairing<Offer> {
  readonly theirs: Offer;
  readonly score: Score;
}

/** Returns the pair of offers with the highest score, and among equal scores the first pair; undefined if no pair has a score. */
export function bestPairing<Offer extends MatchedOffer>(
  mine: readonly MatchedOffer[],
  theirs: readonly Offer[],
  rules: Rules,
): Pairing<Offer> | undefined {
  const served = ({ joined_on }: MatchedOffer) => hasServed(joined_on, rules);
  const pairings = mine.filter(served).flatMap((own) =>
    theirs.filter(served).flatMap((other): Pairing<Offer>[] => {
      const score = scoreOf(wishOf(own), wishOf(other), rules.mustBeEqual);
      return score === undefined ? [] : [{ theirs: other, score }];
    }),
  );
  return pairings.reduce<Pairing<Offer> | undefined>(
    (best, pairing) => (best === undefined || pairing.score.points > best.score.points ? pairing : best),
    undefined,
  );
}
