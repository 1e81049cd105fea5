import { Random } from '@mutual-transfer/demo/random';
import { type SwapAttribute, swapAttributes } from '@mutual-transfer/domain/agreements/agreement-rules';
import { matchKinds } from '@mutual-transfer/domain/matching/match';
import { firstRules } from '@mutual-transfer/domain/matching/policy-rules';
import { scoreOf } from '@mutual-transfer/matching/score';
import { v7 as newId } from 'uuid';
import { expect, it } from 'vitest';
import { MatchIndex, type OfferId } from './match-index.ts';
import type { IndexedOffer } from './offer-table.ts';
import { wishOf } from './request-offer.ts';

/** Returns the offer of a teacher who works in Patna and wishes for Gaya. */
function offerOf(request_id: string | null, user_id: string): IndexedOffer {
  return {
    request_id,
    user_id,
    subject: 'mathematics',
    class_range: '1-5',
    category: null,
    joined_on: null,
    from_district: 'patna',
    from_block: 'danapur',
    to_district: 'gaya',
    to_block: null,
    repeats_posting: false,
    repeats_wish: false,
  };
}

const mine = {
  ...offerOf(newId(), newId()),
  from_district: 'gaya',
  from_block: 'bodh-gaya',
  to_district: 'patna',
  offered_at: new Date(0),
};
const rules = firstRules;

it('set accepts an old request with a reserved number after thousands of newer requests', () => {
  const index = new MatchIndex();
  const [old, owner] = [newId({ msecs: 1 }), newId()];
  expect(index.expect({ id: old, ownerId: owner })).toBe(true);
  for (let step = 0; step < 2_100; step += 1) {
    const [id, ownerId] = [newId({ msecs: 1_000 + step }), newId()];
    expect(index.expect({ id, ownerId }) && index.set(offerOf(id, ownerId))).toBe(true);
  }
  expect(index.set(offerOf(old, owner))).toBe(true);
  const last = index.find(mine, { offset: 2_100, limit: 10, rules, without: [] });
  expect(last).toEqual({
    offers: [{ request_id: old, user_id: owner }],
    total: 2_101,
    perfect: 2_101,
    wantsYourPlace: 0,
    registered: { perfect: 0, wantsYourPlace: 0 },
  });
  expect(index.find(mine, { offset: 2_101, limit: 10, rules, without: [] })).toEqual({
    offers: [],
    total: 2_101,
    perfect: 2_101,
    wantsYourPlace: 0,
    registered: { perfect: 0, wantsYourPlace: 0 },
  });
  index.dispose();
});

it('finds no offer for a request that only has a reserved number', () => {
  const index = new MatchIndex();
  index.expect({ id: newId(), ownerId: newId() });
  expect(index.find(mine, { offset: 0, limit: 10, rules, without: [] })).toEqual({
    offers: [],
    total: 0,
    perfect: 0,
    wantsYourPlace: 0,
    registered: { perfect: 0, wantsYourPlace: 0 },
  });
  index.dispose();
});

const districts = ['patna', 'gaya', 'jamui'];
const blocksOf = (district: string) => [`${district}-1`, `${district}-2`];
const asRow = (offer: IndexedOffer) => ({ ...offer, offered_at: new Date(0) });

/** Generates the offers of one teacher, all from one posting; a registered wish if the teacher has no request. */
function offersOfTeacher(random: Random, msecs: number): IndexedOffer[] {
  const from = random.pick(districts);
  const teacher = {
    ...offerOf(null, newId({ msecs })),
    category: random.pick([null, 'general', 'reserved']),
    from_district: from,
    from_block: random.pick(blocksOf(from)),
  };
  const requests = random.below(4);
  const offers = Array.from({ length: Math.max(1, requests) }, (_, index) => {
    const to = random.pick(districts.filter((district) => district !== from));
    return {
      ...teacher,
      request_id: requests === 0 ? null : newId({ msecs: msecs + random.below(200) + index }),
      subject: random.pick(['mathematics', 'hindi']),
      class_range: random.pick(['1-5', '6-8']),
      to_district: to,
      to_block: random.pick([null, ...blocksOf(to)]),
    };
  });
  return offers.map((offer, index) => {
    const before = offers
      .slice(0, index)
      .filter(({ subject, class_range }) => subject === offer.subject && class_range === offer.class_range);
    return {
      ...offer,
      repeats_posting: before.length > 0,
      repeats_wish: before.some(({ to_district }) => to_district === offer.to_district),
    };
  });
}

/** Returns the matches by exhaustive search: the best offer of each teacher, best first, with its number of places in common. */
function expectedMatches(
  all: readonly IndexedOffer[],
  asking: IndexedOffer,
  mustBeEqual: readonly SwapAttribute[],
): { offer: OfferId; places: number }[] {
  const wish = wishOf(asRow(asking));
  const candidates = all
    .filter(({ user_id }) => user_id !== asking.user_id)
    .flatMap((offer) => {
      const score = scoreOf(wish, wishOf(asRow(offer)), mustBeEqual);
      return score === undefined ? [] : [{ offer, places: score.criteria.filter(isPlace).length }];
    });
  const key = ({ offer, places }: (typeof candidates)[number]) =>
    `${places} ${Number(offer.request_id !== null)} ${offer.request_id ?? offer.user_id}`;
  const best = new Map<string, { offer: OfferId; places: number }>();
  for (const { offer, places } of candidates.toSorted((one, other) => (key(one) < key(other) ? 1 : -1))) {
    const { request_id, user_id } = offer;
    if (!best.has(user_id)) best.set(user_id, { offer: { request_id, user_id }, places });
  }
  return [...best.values()];
}

function isPlace({ kind }: { kind: string }): boolean {
  return ['postedDistrict', 'postedBlock', 'wantsDistrict', 'wantsBlock'].includes(kind);
}

function isRegistered({ offer }: { offer: { request_id: string | null } }): boolean {
  return offer.request_id === null;
}

it.each([1, 2, 3, 4])(
  'finds the same matches as an exhaustive search under any rules, among offers that were loaded or set (seed %i)',
  (seed) => {
    const random = new Random(seed, 1);
    const teachers = Array.from({ length: 120 }, (_, index) => offersOfTeacher(random, 1_000 * index));
    const all = teachers.flat();
    const index = new MatchIndex();
    const byId = all.toSorted((one, other) =>
      (one.request_id ?? one.user_id) < (other.request_id ?? other.user_id) ? -1 : 1,
    );
    const loaded = byId.slice(0, byId.length / 2);
    for (const { request_id, user_id } of loaded) {
      if (request_id === null) index.expectWish(user_id);
      else index.expect({ id: request_id, ownerId: user_id });
    }
    for (const offer of loaded) index.set(offer);
    index.compact();
    for (const offer of byId.slice(loaded.length)) expect(index.set(offer)).toBe(true);
    for (const own of teachers.slice(0, 30)) {
      const asking = random.pick(own);
      const mustBeEqual = swapAttributes.filter(() => random.below(3) > 0);
      const matches = expectedMatches(all, asking, mustBeEqual);
      const direct = matches.filter(({ places }) => places === 4);
      const isDirect = new Set(direct.map(({ offer }) => offer.user_id));
      const wishing = all.filter(
        ({ to_district, user_id }) => to_district === asking.from_district && !isDirect.has(user_id),
      );
      const picked = random.pick(['all', ...matchKinds] as const);
      const kind = picked === 'all' ? undefined : picked;
      const wantsYourPlace = expectedMatches(wishing, asking, mustBeEqual);
      const listed = { all: matches, wantsYourPlace }[picked];
      const [offset, limit] = [random.below(listed.length + 2), 1 + random.below(20)];
      const page = { offset, limit, kind, rules: { ...rules, mustBeEqual }, without: own };
      expect(index.find(asRow(asking), page)).toEqual({
        offers: listed.slice(offset, offset + limit).map(({ offer }) => offer),
        total: matches.length,
        perfect: direct.length,
        wantsYourPlace: wantsYourPlace.length,
        registered: {
          perfect: direct.filter(isRegistered).length,
          wantsYourPlace: wantsYourPlace.filter(isRegistered).length,
        },
      });
    }
    index.dispose();
  },
);
