import { mayMix } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { RoaringBitmap32 } from 'roaring-wasm';
import type { OfferRow } from '../../database/schema.ts';
import { wishColumns } from '../../privacy/wish-of.ts';
import { facet, inAll, inAny, NumberedTerms } from './numbered-terms.ts';
import { OwnersSeen } from './owners-seen.ts';

/** What is indexed of an offer. */
export type IndexedOffer = Omit<OfferRow, 'offered_at'>;

/** The offers with a place in common with another one. */
export interface OffersInCommon {
  /** By how many places they have in common, the most first. */
  readonly tiers: readonly RoaringBitmap32[];
  /** Of how many people they are. */
  readonly people: () => number;
}

/** What of an offer is the same for everything that is asked of the table by it. */
type Column = (typeof wishColumns)[number];

/** Another offer of the teacher stands before it with the same subject and class level, and of those one to the same district. */
const REPEATS_POSTING = 'repeats=posting';
const REPEATS_WISH = 'repeats=wish';

/** Offers by the columns that say who could swap. To be asked within an arena of bitmaps, which frees what was made. */
export class OfferTable {
  readonly #offers = new NumberedTerms();

  /** Keeps a number for an offer that may come, or come back. @returns false where all is better read anew. */
  expect(id: string, userId: string): boolean {
    return this.#offers.expect(id, userId);
  }

  /** Adds an offer whose id is higher than those of all before. It is found once `compact` was called. */
  load(id: string, offer: IndexedOffer): void {
    this.#offers.load({ id, ownerId: offer.user_id, words: [], facets: facetsOf(offer) });
  }

  /** Sets what is known of an offer under its id. @returns false where all is better read anew. */
  set(id: string, offer: IndexedOffer): boolean {
    return this.#offers.set({ id, ownerId: offer.user_id, words: [], facets: facetsOf(offer) });
  }

  /** Takes an offer out. */
  remove(id: string): void {
    this.#offers.remove(id);
  }

  /**
   * The offers that the rules let meet another one and that have a place in common with it: who is posted where its teacher wishes to
   * go, district and block, and who wishes to come where they are.
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
      people: () => this.#countPeople(posted, wishing, rules),
    };
  }

  /** To tell which offers, by their numbers, are of one teacher. */
  teachersSeen(): OwnersSeen {
    return new OwnersSeen(this.#offers.ids);
  }

  /** The id of an offer and that of its teacher. */
  at(number: number): { readonly id: string; readonly userId: string } {
    return { id: this.#offers.ids.at(number), userId: this.#offers.ids.ownerAt(number) };
  }

  /** How many bytes it takes. */
  bytes(): number {
    return this.#offers.bytes();
  }

  /** To be called once all offers were added. */
  compact(): void {
    this.#offers.terms.compact();
  }

  /** Frees its memory; it is not to be asked again. */
  dispose(): void {
    this.#offers.terms.dispose();
  }

  #withFacet(column: Column, code: string | null): RoaringBitmap32 {
    return this.#offers.holding(facet(column, code));
  }

  /** A category that was not stated differs from none. */
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
   * All offers of a teacher lead from one posting. Of those of one subject and class level, one at either end is flagged as theirs
   * alone, so that these need not be told apart; where the rules let those mix, they are.
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

/** A block in common is a district in common too: two places. */
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
