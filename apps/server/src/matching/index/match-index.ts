import { hasServed } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { MatchKind } from '@mutual-transfer/domain/matching/match';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { RoaringArenaAllocator, RoaringBitmap32 } from 'roaring-wasm';
import type { OfferRow } from '../../platform/database/tables.ts';
import { type IndexedOffer, IndexedOfferTable, type OffersInCommon } from './offer-table.ts';
import type { OwnersSeen } from './owners-seen.ts';

/** Page of an offer's matches to find. */
export interface PageOfMatches {
  offset: number;
  limit: number;
  /** Kind of the matches; all kinds if undefined. */
  kind?: MatchKind | undefined;
  rules: Rules;
  /** Offers to exclude: the teacher's own offers, and the offers of teachers separated from the teacher by a block. */
  without: readonly OfferId[];
}

/** Key of an offer: the request's id, which is null for a registered wish, and the teacher's id. */
export type OfferId = Pick<OfferRow, 'request_id' | 'user_id'>;

/** Numbers of teachers who could swap with an offer. */
export interface IndexedMatchCounts {
  total: number;
  /** Number of teachers with all four places in common. */
  perfect: number;
  /** Number of the other teachers who wish for the own district. */
  wantsYourPlace: number;
  /** Those of `perfect` and `wantsYourPlace` who have registered a wish only. */
  registered: { perfect: number; wantsYourPlace: number };
}

/** Page of the teachers who could swap with an offer, best first, with the total numbers. */
export interface MatchesOfRequest extends IndexedMatchCounts {
  offers: readonly OfferId[];
}

const NONE: MatchesOfRequest = {
  offers: [],
  total: 0,
  perfect: 0,
  wantsYourPlace: 0,
  registered: { perfect: 0, wantsYourPlace: 0 },
};

export function countOfKind(counts: IndexedMatchCounts, kind: MatchKind | undefined): number {
  return kind === undefined ? counts.total : counts[kind];
}

/**
 * Index of all offers by the columns that decide about matches. Offers of requests and registered wishes are numbered separately, each in
 * order of creation.
 */
export class MatchIndex {
  readonly #requests = new IndexedOfferTable();
  readonly #wishes = new IndexedOfferTable();

  /**
   * Reserves a number for the offer of a request. The offer appears and disappears with the status of its request; without a reserved
   * number, an old offer that reappears would change the numbers of all later offers.
   *
   * @returns false if too many numbers would change; the caller then reloads all offers.
   */
  expect({ id, ownerId }: { id: string; ownerId: string }): boolean {
    return this.#requests.expect(id, ownerId);
  }

  /** Reserves a number for the registered wish that a teacher has or may get, as `expect` does for a request. */
  expectWish(teacher: string): boolean {
    return this.#wishes.expect(teacher, teacher);
  }

  /**
   * Adds or replaces an offer.
   *
   * @returns false if too many numbers would change; the caller then reloads all offers.
   */
  set(offer: IndexedOffer): boolean {
    return offer.request_id === null
      ? this.#wishes.set(offer.user_id, offer)
      : this.#requests.set(offer.request_id, offer);
  }

  /** Removes the offer of a request, or of a teacher's registered wish. */
  remove(id: string): void {
    this.#requests.remove(id);
    this.#wishes.remove(id);
  }

  /**
   * Finds the teachers who could swap with an offer, each once, by their best offer. Sorted by number of places in common, then requests
   * before registered wishes, then newest first.
   */
  find(mine: OfferRow, { offset, limit, kind, rules, without }: PageOfMatches): MatchesOfRequest {
    if (!hasServed(mine.joined_on, rules)) return NONE;
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
      const counts = this.#count(requests, wishes);
      if (offset >= countOfKind(counts, kind)) return { offers: [], ...counts };
      const offers = this.#pageOf(this.#bestOffers(requests, wishes, kind), { offset, limit });
      return { offers, ...counts };
    });
  }

  /** Counts the matching teachers. A perfect match also wants the viewer's place, so it is subtracted from `wantsYourPlace`. */
  #count(requests: OffersInCommon, wishes: OffersInCommon): IndexedMatchCounts {
    // A registered wish is its teacher's only offer.
    const perfect = wishes.tiers[0]?.size ?? 0;
    const registered = { perfect, wantsYourPlace: wishes.peopleWishing() - perfect };
    const perfectRequests = this.#perfectTeachers(requests).size;
    return {
      total: requests.people() + wishes.people(),
      perfect: perfectRequests + registered.perfect,
      wantsYourPlace: requests.peopleWishing() - perfectRequests + registered.wantsYourPlace,
      registered,
    };
  }

  /** Returns the teachers with a request that has all four places in common. */
  #perfectTeachers(requests: OffersInCommon): OwnersSeen {
    const teachers = this.#requests.teachersSeen();
    for (const number of requests.tiers[0]?.toUint32Array() ?? []) teachers.add(number);
    return teachers;
  }

  /** Yields the best offer of each teacher for matches of a kind, best first, as a table and a number in that table. */
  *#bestOffers(
    requests: OffersInCommon,
    wishes: OffersInCommon,
    kind: MatchKind | undefined,
  ): Generator<[IndexedOfferTable, number]> {
    const teachers = kind === undefined ? this.#requests.teachersSeen() : this.#perfectTeachers(requests);
    const wishTiers = tiersOfKind(wishes, kind);
    for (const [tier, ofRequests] of tiersOfKind(requests, kind).entries()) {
      for (const number of newestFirst(ofRequests)) {
        if (teachers.add(number)) yield [this.#requests, number];
      }
      for (const number of newestFirst(wishTiers[tier])) yield [this.#wishes, number];
    }
  }

  #pageOf(
    best: Iterable<[IndexedOfferTable, number]>,
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

  #offerAt(table: IndexedOfferTable, number: number): OfferId {
    const { id, userId } = table.at(number);
    return { request_id: table === this.#wishes ? null : id, user_id: userId };
  }

  /** Returns the memory in bytes. */
  bytes(): number {
    return this.#requests.bytes() + this.#wishes.bytes();
  }

  /** Completes a load; call it after the last offer. */
  compact(): void {
    this.#requests.compact();
    this.#wishes.compact();
  }

  /** Frees the memory; the index must not be used afterwards. */
  dispose(): void {
    this.#requests.dispose();
    this.#wishes.dispose();
  }
}

/** Returns the tiers of the offers for matches of a kind, best first. */
function tiersOfKind(
  { tiers, wishing }: OffersInCommon,
  kind: MatchKind | undefined,
): readonly RoaringBitmap32[] {
  if (kind === undefined) return tiers;
  return tiers.slice(1).map((tier) => RoaringBitmap32.and(tier, wishing));
}

function newestFirst(numbers: RoaringBitmap32 | undefined): Uint32Array {
  return numbers?.toUint32Array().reverse() ?? new Uint32Array();
}
