import type { Wish } from '@mutual-transfer/matching/score';
import type { OfferRow } from '../database/schema.ts';

/** A row of `offers` as the matching package reads it. */
export function wishOf(offer: OfferRow): Wish {
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
