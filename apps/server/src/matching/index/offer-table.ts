import { mayMix } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { RoaringBitmap32 } from 'roaring-wasm';
import type { OfferRow } from '../../platform/database/tables.ts';
import { facet, inAll, inAny, NumberedTerms } from './numbered-terms.ts';
import { OwnersSeen } from './owners-seen.ts';
import { wishColumns } from './request-offer.ts';

/** Indexed columns of an offer. */
export type IndexedOffer = Omit<OfferRow, 'offered_at'>;

/** Bitmaps of the offers that have a place in common with another offer. */
export interface OffersInCommon {
  /** Offers by number of places in common, highest number first. */
  tiers: readonly RoaringBitmap32[];
  /** Offers in `tiers` that wish for the other offer's own district. */
  wishing: RoaringBitmap32;
  /** Returns the number of distinct teachers of these offers. */
  people: () => number;
  /** Returns the number of distinct teachers of the offers in `wishing`. */
  peopleWishing: () => number;
}

/** Name of a column by which offers are indexed. */
type Column = (typeof wishColumns)[number];

/**
 * Facets of repeated offers: an earlier offer of the same teacher has the same subject and class level, and for `REPEATS_WISH` also the
 * same wished district.
 */
const REPEATS_POSTING = 'repeats=posting';
const REPEATS_WISH = 'repeats=wish';

/** Index of offers by the columns that decide who could swap. `find` must run in a bitmap arena, which frees its intermediate results. */
export class IndexedOfferTable {
  readonly #offers = new NumberedTerms();

  /**
   * Reserves a number for an offer that may appear or reappear.
   *
   * @returns false if the caller must reload all offers.
   */
  expect(id: string, userId: string): boolean {
    return this.#offers.expect(id, userId);
  }

  /**
   * Adds or replaces an offer.
   *
   * @returns false if the caller must reload all offers.
   */
  set(id: string, offer: IndexedOffer): boolean {
    return this.#offers.set({ id, ownerId: offer.user_id, words: [], facets: facetsOf(offer) });
  }

  remove(id: string): void {
    this.#offers.remove(id);
  }

  /**
   * Returns the offers that may match `mine` under the rules and that have a place in common with it: offers of teachers posted in the
   * wished district or block, and offers that wish for the own district or block.
   */
  find(mine: OfferRow, rules: Rules, without: readonly string[]): OffersInCommon {
    const kind = this.#ofKind(mine, rules);
    const leftOut = this.#offers.numbersOf(without);
    const there = (column: Column, code: string) =>
      RoaringBitmap32.andNot(inAll([this.#withFacet(column, code), ...kind]), leftOut);
    const posted = there('from_district', mine.to_district);
    const wishing = there('to_district', mine.from_district);
    const postedInBlock =
      mine.to_block === null ? posted : inAll([posted, this.#withFacet('from_block', mine.to_block)]);
    const wishingForBlock = inAll([
      wishing,
      RoaringBitmap32.or(this.#withFacet('to_block', null), this.#withFacet('to_block', mine.from_block)),
    ]);
    return {
      tiers: byPlacesInCommon({ posted, postedInBlock, wishing, wishingForBlock }),
      wishing,
      people: () => this.#countPeople(posted, wishing, rules),
      peopleWishing: () => this.#countPeople(new RoaringBitmap32(), wishing, rules),
    };
  }

  /** Returns an empty set of teachers, used to count each teacher only once. */
  teachersSeen(): OwnersSeen {
    return new OwnersSeen(this.#offers.ids);
  }

  /** Returns the id of the offer with this number, and the id of its teacher. */
  at(number: number): { id: string; userId: string } {
    return { id: this.#offers.ids.at(number), userId: this.#offers.ids.ownerAt(number) };
  }

  /** Returns the memory in bytes. */
  bytes(): number {
    return this.#offers.bytes();
  }

  /** Completes a load; call it after the last offer. */
  compact(): void {
    this.#offers.terms.compact();
  }

  /** Frees the memory; the table must not be used afterwards. */
  dispose(): void {
    this.#offers.terms.dispose();
  }

  #withFacet(column: Column, code: string | null): RoaringBitmap32 {
    return this.#offers.holding(facet(column, code));
  }

  /** Returns the bitmaps whose intersection are the offers that may match under the rules. An unstated category matches every category. */
  #ofKind({ subject, class_range, category }: OfferRow, rules: Rules): RoaringBitmap32[] {
    return [
      ...(mayMix(rules, 'subject') ? [] : [this.#withFacet('subject', subject)]),
      ...(mayMix(rules, 'classRange') ? [] : [this.#withFacet('class_range', class_range)]),
      ...(mayMix(rules, 'category') || category === null
        ? []
        : [RoaringBitmap32.or(this.#withFacet('category', null), this.#withFacet('category', category))]),
    ];
  }

  /**
   * Counts distinct teachers. The `repeats` facets mark all but one offer per teacher, subject and class level, so the number of offers
   * without these facets is the number of teachers. If the rules let subjects or levels mix, counts distinct owner ids instead.
   */
  #countPeople(posted: RoaringBitmap32, wishing: RoaringBitmap32, rules: Rules): number {
    const elsewhere = RoaringBitmap32.andNot(wishing, posted);
    if (mayMix(rules, 'subject') || mayMix(rules, 'classRange')) {
      const teachers = this.teachersSeen();
      for (const number of RoaringBitmap32.or(posted, elsewhere).toUint32Array()) teachers.add(number);
      return teachers.size;
    }
    return (
      posted.andNotCardinality(this.#offers.holding(REPEATS_POSTING)) +
      elsewhere.andNotCardinality(this.#offers.holding(REPEATS_WISH))
    );
  }
}

/**
 * Splits the offers into tiers by number of places in common. A block in common counts as two places, since the district is in common too.
 */
function byPlacesInCommon({
  posted,
  postedInBlock,
  wishing,
  wishingForBlock,
}: Record<'posted' | 'postedInBlock' | 'wishing' | 'wishingForBlock', RoaringBitmap32>): RoaringBitmap32[] {
  const atLeast = [
    RoaringBitmap32.and(postedInBlock, wishingForBlock),
    RoaringBitmap32.or(
      RoaringBitmap32.and(postedInBlock, wishing),
      RoaringBitmap32.and(posted, wishingForBlock),
    ),
    inAny([RoaringBitmap32.and(posted, wishing), postedInBlock, wishingForBlock]),
    RoaringBitmap32.or(posted, wishing),
  ];
  return atLeast.map((tier, index) => {
    const better = atLeast[index - 1];
    return better === undefined ? tier : RoaringBitmap32.andNot(tier, better);
  });
}

function facetsOf(offer: IndexedOffer): string[] {
  return [
    ...wishColumns.map((column) => facet(column, offer[column])),
    ...(offer.repeats_posting ? [REPEATS_POSTING] : []),
    ...(offer.repeats_wish ? [REPEATS_WISH] : []),
  ];
}
