import type { Wish } from '@mutual-transfer/matching/score';
import type { OfferRow } from '../database/tables.ts';
import type { ShownWish } from '../privacy/present.ts';

/** Columns of `offers` that decide who can swap. */
export const wishColumns = [
  'subject',
  'class_range',
  'category',
  'from_district',
  'from_block',
  'to_district',
  'to_block',
] as const satisfies readonly (keyof OfferRow)[];

/** Converts a row of `offers` to a wish of the matching package. */
export function wishOf(offer: Pick<OfferRow, (typeof wishColumns)[number]>): Wish {
  return {
    subject: offer.subject,
    classRange: offer.class_range,
    category: offer.category,
    fromDistrict: offer.from_district,
    fromBlock: offer.from_block,
    toDistrict: offer.to_district,
    toBlock: offer.to_block,
  };
}

/** Returns the wish of an offer in the form in which a person is presented with it. */
export function shownWishOf({
  to_district,
  to_block,
  subject,
  class_range,
}: Pick<OfferRow, 'to_district' | 'to_block' | 'subject' | 'class_range'>): ShownWish {
  return { district: to_district, block: to_block, subject, classRange: class_range };
}
