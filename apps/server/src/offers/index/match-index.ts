import { hasServed } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { RoaringArenaAllocator, type RoaringBitmap32 } from 'roaring-wasm';
import type { OfferRow } from '../../database/schema.ts';
import { type IndexedOffer, type OffersInCommon, OfferTable } from './offer-table.ts';

/** Which matches of an offer are asked for. */
export interface PageOfMatches {
  readonly offset: number;
  readonly limit: number;
  readonly rules: Rules;
  /** Offers that are left out: the teacher's own, and those of whom a block keeps apart from them. */
  readonly without: readonly OfferId[];
}

/** An offer: that of a request, or of a registered wish, which has none. */
export type OfferId = Pick<OfferRow, 'request_id' | 'user_id'>;

/** A page of the people who could swap with an offer, best first, with the number of people in all and of perfect matches. */
export interface FoundMatches {
  readonly offers: readonly OfferId[];
  readonly total: number;
  readonly perfect: number;
}

/**
 * All offers by what they have and want, to find those that have a place in common with another one. The offers of requests and those
 * of registered wishes are numbered apart, each in the order in which they were made.
 */
export class MatchIndex {
  readonly #requests = new OfferTable();
  readonly #wishes = new OfferTable();

  /**
   * Keeps a number for the offer of a request, which comes and goes with the request's status: an old one that comes back would else move
   * the numbers of all that were posted since. @returns false where so many would change that all is better read anew.
   */
  expect({ id, ownerId }: { readonly id: string; readonly ownerId: string }): boolean {
    return this.#requests.expect(id, ownerId);
  }

  /** Adds an offer whose id is higher than all before of its sort. It is found once `compact` was called. */
  load(offer: IndexedOffer): void {
    if (offer.request_id === null) this.#wishes.load(offer.user_id, offer);
    else this.#requests.load(offer.request_id, offer);
  }

  /** Sets what is known of an offer. @returns false where so many numbers would change that all is better read anew. */
  set(offer: IndexedOffer): boolean {
    return offer.request_id === null
      ? this.#wishes.set(offer.user_id, offer)
      : this.#requests.set(offer.request_id, offer);
  }

  /** Takes out the offer of a request, or of a teacher's registered wish. */
  remove(id: string): void {
    this.#requests.remove(id);
    this.#wishes.remove(id);
  }

  /**
   * Who could swap with an offer, each person once, by their best offer: most places in common first, then requests before registered
   * wishes, then the newest.
   */
  find(mine: OfferRow, { offset, limit, rules, without }: PageOfMatches): FoundMatches {
    if (!hasServed(mine.joined_on, rules)) return { offers: [], total: 0, perfect: 0 };
    return new RoaringArenaAllocator().with(() => {
      const requests = this.#requests.find(
        mine,
        rules,
        without.flatMap(({ request_id }) => request_id ?? []),
      );
      const isWish = ({ request_id }: OfferId) => request_id === null;
      const wishes = this.#wishes.find(
        mine,
        rules,
        without.filter(isWish).map(({ user_id }) => user_id),
      );
      const total = requests.people() + wishes.people();
      const perfect = this.#countPerfect(requests, wishes);
      if (offset >= total) return { offers: [], total, perfect };
      return { offers: this.#pageOf(this.#bestOffers(requests, wishes), { offset, limit }), total, perfect };
    });
  }

  /** Counts the people whose best offer has all four places in common. A registered wish is its teacher's only offer. */
  #countPerfect(requests: OffersInCommon, wishes: OffersInCommon): number {
    const teachers = this.#requests.teachersSeen();
    for (const number of requests.tiers[0]?.toUint32Array() ?? []) teachers.add(number);
    return teachers.size + (wishes.tiers[0]?.size ?? 0);
  }

  /** The best offer of each person, best first, by the numbers of its table. */
  *#bestOffers(requests: OffersInCommon, wishes: OffersInCommon): Generator<[OfferTable, number]> {
    const teachers = this.#requests.teachersSeen();
    for (const [tier, ofRequests] of requests.tiers.entries()) {
      for (const number of newestFirst(ofRequests)) {
        if (teachers.add(number)) yield [this.#requests, number];
      }
      for (const number of newestFirst(wishes.tiers[tier])) yield [this.#wishes, number];
    }
  }

  #pageOf(
    best: Iterable<[OfferTable, number]>,
    { offset, limit }: Pick<PageOfMatches, 'offset' | 'limit'>,
  ): OfferId[] {
    const page: OfferId[] = [];
    let place = 0;
    for (const [table, number] of best) {
      if (place >= offset) page.push(this.#offerAt(table, number));
      if (page.length === limit) break;
      place += 1;
    }
    return page;
  }

  #offerAt(table: OfferTable, number: number): OfferId {
    const { id, userId } = table.at(number);
    return { request_id: table === this.#wishes ? null : id, user_id: userId };
  }

  /** How many bytes it takes. */
  bytes(): number {
    return this.#requests.bytes() + this.#wishes.bytes();
  }

  /** To be called once all offers were added. */
  compact(): void {
    this.#requests.compact();
    this.#wishes.compact();
  }

  /** Frees its memory; it is not to be asked again. */
  dispose(): void {
    this.#requests.dispose();
    this.#wishes.dispose();
  }
}

function newestFirst(numbers: RoaringBitmap32 | undefined): Uint32Array {
  return numbers?.toUint32Array().reverse() ?? new Uint32Array();
}
