import type { Demand, Prospects } from '@mutual-transfer/domain/matching/demand';
import type { MatchKind } from '@mutual-transfer/domain/matching/match';
import { firstRules, type Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { scoreOf } from '@mutual-transfer/matching/score';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeEveryone } from '../../test/testing/agreements.ts';
import { plainMatches } from '../../test/testing/plain-matches.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { loadDemo } from '../demo/load-demo.ts';
import type { OfferRow } from '../platform/database/tables.ts';
import { findCandidates } from './best-offers.ts';
import { wishOf } from './index/request-offer.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

type Scored = readonly [id: string, score: number];

/** Matches of an offer: all, the direct swaps, and the other teachers who want the offer's district. */
type Expected = Record<'all' | 'direct' | MatchKind, readonly Scored[]>;

/**
 * Computes the matches by exhaustive search: scores every other offer, takes the best one of each teacher, and sorts them in the documented
 * order.
 */
function expected(mine: OfferRow, offers: readonly OfferRow[], rules: Rules): Expected {
  const all = bestPerPerson(mine, offers, rules);
  const direct = all.filter(([, points]) => points === 100);
  const isDirect = new Set(direct.map(([id]) => id));
  const wishing = offers.filter(
    ({ to_district, user_id }) => to_district === mine.from_district && !isDirect.has(user_id),
  );
  return { all, direct, wantsYourPlace: bestPerPerson(mine, wishing, rules) };
}

function bestPerPerson(mine: OfferRow, offers: readonly OfferRow[], rules: Rules): Scored[] {
  const scored = offers
    .filter((offer) => offer.user_id !== mine.user_id)
    .map((offer) => ({ offer, points: scoreOf(wishOf(mine), wishOf(offer), rules.mustBeEqual)?.points ?? 0 }))
    .filter(({ points }) => points > 0)
    .sort(
      (first, second) =>
        second.points - first.points ||
        Number(second.offer.request_id !== null) - Number(first.offer.request_id !== null) ||
        (idOf(first.offer) > idOf(second.offer) ? -1 : 1),
    );
  const seen = new Set<string>();
  const best = scored.filter(({ offer }) => !seen.has(offer.user_id) && seen.add(offer.user_id));
  return best.map(({ offer, points }) => [offer.user_id, points]);
}

async function load(seed: number, teachers: number): Promise<void> {
  const options = { seed, teachers, now: test.clock.now, passwordHash: 'none', preset: 'showcase' as const };
  // Deletes rows instead of truncating: `truncate` would lock the tables in another order than the follower of the graph.
  await removeEveryone(test);
  await loadDemo(test.database.pool, options);
}

/** Returns the id of an offer. Ids ascend with the time of posting; for registered wishes, with the time of registration. */
const idOf = ({ request_id, user_id }: OfferRow) => request_id ?? user_id;

/** Kinds and pages that the test compares. */
const pagesCompared = [
  ['all', 1],
  ['all', 2],
  ['wantsYourPlace', 1],
  ['wantsYourPlace', 2],
] as const;

/**
 * Compares the matches of every request with those by exhaustive search.
 *
 * @returns the number of matches of each request.
 */
async function compareWithScoring(rules = firstRules): Promise<number[]> {
  const { db } = test.database;
  await test.graph.caughtUp();
  const offers = await db.selectFrom('offers').selectAll().execute();
  const requests = offers.filter((offer) => offer.request_id !== null).slice(0, 120);
  const totals: number[] = [];
  const registered = new Set(
    offers.flatMap(({ request_id, user_id }) => (request_id === null ? user_id : [])),
  );
  const isRegistered = ([id]: Scored) => registered.has(id);
  for (const mine of requests) {
    const matches = expected(mine, offers, rules);
    const own = { ...mine, rules };
    const leftOut = offers.filter(({ user_id }) => user_id === mine.user_id);
    const candidateQuery = { db, graph: test.graph, leftOut };
    for (const [kind, page] of pagesCompared) {
      const query = { page, limit: 50, kind: kind === 'all' ? undefined : kind };
      const { candidates, ...counts } = await findCandidates(candidateQuery, own, query);
      const { teachers, ...plainCounts } = await plainMatches(db, own, query);
      const people = candidates.map(({ offer, score }) => [offer.user_id, score.points]);
      expect(people).toEqual(matches[kind].slice((page - 1) * 50, page * 50));
      expect(people.map(([id]) => id)).toEqual(teachers.map(({ id }) => id));
      const expectedCounts = {
        total: matches.all.length,
        perfect: matches.direct.length,
        wantsYourPlace: matches.wantsYourPlace.length,
        registered: {
          perfect: matches.direct.filter(isRegistered).length,
          wantsYourPlace: matches.wantsYourPlace.filter(isRegistered).length,
        },
      };
      expect(counts).toEqual(expectedCounts);
      expect(plainCounts).toEqual(expectedCounts);
    }
    totals.push(matches.all.length);
  }
  return totals;
}

it.each([1, 2])('matches equal an exhaustive search of demo data (seed %i)', async (seed) => {
  await load(seed, 600);
  const totals = await compareWithScoring();
  expect(totals.reduce((sum, total) => sum + total)).toBeGreaterThan(500);
});

it.each([
  ['categories', ['subject', 'classRange']],
  ['class levels', ['subject', 'category']],
  ['subjects and categories', ['classRange']],
  ['all', []],
] as const)('matches equal an exhaustive search if %s may mix', async (_what, mustBeEqual) => {
  await load(4, 300);
  const totals = await compareWithScoring({ ...firstRules, mustBeEqual: [...mustBeEqual] });
  expect(totals.reduce((sum, total) => sum + total)).toBeGreaterThan(500);
});

it('matches equal an exhaustive search if thousands of offers share a subject and few districts', async () => {
  await load(3, 2_400);
  await test.database.pool.query(`
    with places as (
      select array['patna', 'patna', 'patna', 'gaya', 'gaya', 'saran'] as districts,
        array['danapur', 'bihta', 'danapur', 'bodh-gaya', 'amas', 'amnour'] as blocks
    )
    update offers set subject = 'hindi', class_range = '6-8', category = null,
      from_district = districts[1 + abs(hashtext(user_id::text) % 6)],
      from_block = blocks[1 + abs(hashtext(user_id::text) % 6)],
      to_district = districts[1 + abs(hashtext(user_id || coalesce(request_id::text, '')) % 6)],
      to_block = case hashtext(coalesce(request_id, user_id)::text) % 3
        when 0 then null else blocks[1 + abs(hashtext(user_id || coalesce(request_id::text, '')) % 6)] end
    from places`);
  await test.database.pool.query(`
    update offers set repeats_posting = posting > 1, repeats_wish = wish > 1 from (
      select ctid as place, row_number() over (partition by user_id order by request_id) as posting,
        row_number() over (partition by user_id, to_district order by request_id) as wish from offers
    ) as ranked where ranked.place = offers.ctid`);
  const totals = await compareWithScoring();
  expect(totals.filter((total) => total > 1_000).length).toBeGreaterThan(60);
});

it('all but a teacher’s first offer per subject and level are flagged as repeated', async () => {
  const { rows } = await test.database.pool.query(`
    select count(*) filter (where repeats_posting)::int > 5 as "someRepeat",
      count(*) filter (where repeats_posting <> (posting > 1) or repeats_wish <> (wish > 1))::int as wrong
    from (
      select repeats_posting, repeats_wish,
        row_number() over (partition by user_id, subject, class_range order by request_id) as posting,
        row_number() over (partition by user_id, subject, class_range, to_district order by request_id) as wish
      from offers
    ) as ranked`);
  expect(rows).toEqual([{ someRepeat: true, wrong: 0 }]);
});

it.each([
  [5, 300],
  [6, 150],
  [7, 450],
])(
  'the visitor’s question and the map count the teachers whom a member’s tabs count (seed %i, %i teachers)',
  async (seed, size) => {
    await load(seed, size);
    test.clock.now = new Date(test.clock.now.getTime() + 60_000);
    await test.graph.caughtUp();
    const { db } = test.database;
    // The public list does not show categories, so its counts are over all of them.
    const rules: Rules = { ...firstRules, mustBeEqual: ['subject', 'classRange'] };
    const offers = await db.selectFrom('offers').selectAll().where('request_id', 'is not', null).execute();
    const prospectsOf = async (query: Record<string, string>) =>
      (await test.call({ url: `/api/requests/prospects?${new URLSearchParams(query)}` })).json<Prospects>();
    const demandOf = async (query: Record<string, string>) =>
      (await test.call({ url: `/api/requests/demand?${new URLSearchParams(query)}` })).json<Demand>();
    let most = 0;
    for (const mine of offers.slice(0, 40)) {
      const leftOut = offers.filter(({ user_id }) => user_id === mine.user_id);
      const query = { page: 1, limit: 1, kind: undefined };
      const found = await findCandidates({ db, graph: test.graph, leftOut }, { ...mine, rules }, query);
      const direct = found.perfect - found.registered.perfect;
      const wanting = direct + found.wantsYourPlace - found.registered.wantsYourPlace;
      const district = districtByCode(mine.from_district).name;
      const taught = { subject: subjectByCode(mine.subject).name, classRange: mine.class_range };
      const desiredDistrict = districtByCode(mine.to_district).name;
      const { wantYourPlace, directSwaps } = await prospectsOf({
        district,
        desiredDistrict,
        ...taught,
      });
      // A teacher who wants another block of the own district is counted in public, but not among the own matches.
      const isSelf = leftOut.some(({ to_district }) => to_district === mine.from_district);
      expect(wantYourPlace).toBe(wanting + Number(isSelf));
      expect(directSwaps).toBeGreaterThanOrEqual(direct);
      const { places } = await demandOf(taught);
      expect(places.find(({ place }) => place === district)?.coming).toBe(wantYourPlace);
      most = Math.max(most, wanting);
    }
    expect(most).toBeGreaterThan(2);
  },
);
