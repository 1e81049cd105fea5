import type { PairLists } from '@mutual-transfer/domain/administration/administration';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdministrator, type TestTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

interface Place {
  district: string;
  block: string;
}

interface Offer {
  request: string;
  user: string;
  category: string | null;
  from: Place;
  to: { district: string; block: string | null };
}

const places: readonly Place[] = [
  { district: 'sheohar', block: 'purnahiya' },
  { district: 'sheohar', block: 'piprahi' },
  { district: 'gaya', block: 'amas' },
];
const categories = [null, 'regular', 'special'];
/** Every third teacher is found by the search, the newest among them. */
const teachers = Array.from({ length: 27 }, (_, number) => ({
  id: newId(),
  name: `${number % 3 === 2 ? 'Sought' : 'Another'} ${number}`,
}));
const offers: readonly Offer[] = teachers.flatMap(({ id }, number) =>
  Array.from({ length: 1 + (number % 2) }, (_, turn): Offer => {
    const wish = places[(number * 2 + turn + (number >> 2)) % 3] as Place;
    return {
      request: newId(),
      user: id,
      category: categories[(number >> 1) % 3] ?? null,
      from: places[number % 3 === 2 ? (number >> 1) % 3 : number % 3] as Place,
      to: { district: wish.district, block: (number + turn) % 3 === 0 ? null : wish.block },
    };
  }),
);
const sought = new Set(teachers.filter(({ name }) => name.startsWith('Sought')).map(({ id }) => id));

let test: TestApp;
let admin: TestTeacher;

beforeAll(async () => {
  test = await startTestApp();
  admin = await makeAdministrator(test);
  await addTeachers(teachers);
  await addOffers();
});
afterAll(() => test.close());

async function addTeachers(added: readonly { id: string; name: string }[]): Promise<void> {
  await test.database.pool.query(
    `insert into users (id, email, phone, password_hash, name, school_name, district, block, desired_district, subject, class_range, created_at, phone_claimed_at)
    select id::uuid, lower(replace(name, ' ', '')) || '@example.com', null, 'x', name, 'High School', 'gaya', 'amas', 'gaya', 'music', '9-10', now(), now()
    from unnest($1::text[], $2::text[]) as added (id, name)`,
    [added.map(({ id }) => id), added.map(({ name }) => name)],
  );
}

async function addOffers(): Promise<void> {
  await test.database.pool.query(
    `with added as (
      select request, user_id, category, from_district, from_block, to_district, to_block
      from jsonb_to_recordset($1) as added (request uuid, user_id uuid, category text, from_district text, from_block text,
        to_district text, to_block text)
    ), posted as (
      insert into requests (id, user_id, desired_district, desired_block, subject, class_range, reason, additional_info, urgency, contact_preference,
          created_at, expires_at, hide_name, hide_phone, hide_email, hide_school_name)
        select request, user_id, to_district, to_block, 'music', '9-10', 'Family', 'None', 'low', 'email', now(), now() + interval '9 days',
          false, false, false, false from added
    )
    insert into offers (request_id, user_id, subject, class_range, category, from_district, from_block, to_district, to_block, offered_at)
      select request, user_id, 'music', '9-10', category, from_district, from_block, to_district, to_block, now() from added`,
    [
      JSON.stringify(
        offers.map(({ request, user, category, from, to }) => ({
          ...{ request, user_id: user, category },
          ...{ from_district: from.district, from_block: from.block },
          ...{ to_district: to.district, to_block: to.block },
        })),
      ),
    ],
  );
}

/** Returns true if the first offer asks for the place of the second. */
function takes(mine: Offer, theirs: Offer): boolean {
  const areOfOneKind = (mine.category ?? theirs.category) === (theirs.category ?? mine.category);
  const block = mine.to.block ?? theirs.from.block;
  return areOfOneKind && mine.to.district === theirs.from.district && block === theirs.from.block;
}

/** Returns the pairs of both kinds with a listed teacher, computed by comparing every two offers. */
function everyPair(isListed: (id: string) => boolean) {
  const compared = offers
    .flatMap((mine) => offers.map((theirs) => ({ mine, theirs })))
    .filter(({ mine, theirs }) => mine.user !== theirs.user && (isListed(mine.user) || isListed(theirs.user)))
    .filter(({ mine, theirs }) => takes(mine, theirs));
  const sortedIds = ({ mine, theirs }: { mine: Offer; theirs: Offer }) =>
    [mine.user, theirs.user].sort().join(' ');
  const perfect = new Set(compared.filter(({ mine, theirs }) => takes(theirs, mine)).map(sortedIds));
  const potential = compared
    .filter((pair) => !perfect.has(sortedIds(pair)))
    .map(({ mine, theirs }) => `${mine.user} ${theirs.user}`);
  return { perfect: [...perfect].sort(), potential: [...new Set(potential)].sort() };
}

/** Reads the lists page by page. */
async function listed(search: string) {
  const perfect: string[] = [];
  const potential: string[] = [];
  const words = search === '' ? '' : `&perfectSearch=${search}&potentialSearch=${search}`;
  for (let page = 1; ; page++) {
    const url = `/api/admin/matches?limit=7&perfectPage=${page}&potentialPage=${page}${words}`;
    const lists = (await test.call({ url, token: admin.token })).json<PairLists>();
    perfect.push(...lists.perfectMatches.map(({ userA, userB }) => [userA._id, userB._id].sort().join(' ')));
    potential.push(
      ...lists.potentialMatches.map(({ requestor, target }) => `${requestor._id} ${target._id}`),
    );
    const { perfectPagination, potentialPagination } = lists;
    if (page < Math.max(perfectPagination.pages, potentialPagination.pages)) continue;
    expect([perfectPagination.total, potentialPagination.total]).toEqual([perfect.length, potential.length]);
    return { perfect, potential };
  }
}

const sorted = ({ perfect, potential }: { perfect: string[]; potential: string[] }) => ({
  perfect: [...perfect].sort(),
  potential: [...potential].sort(),
});

it('the pages of pairs contain each pair once', async () => {
  const expected = everyPair(() => true);
  expect(expected.perfect.length).toBeGreaterThan(20);
  expect(expected.potential.length).toBeGreaterThan(20);
  expect(sorted(await listed(''))).toEqual(expected);
});

it('a search of pairs returns each pair with at least one matching teacher once, newest teachers first', async () => {
  const expected = everyPair((id) => sought.has(id));
  expect(expected.perfect.length).toBeGreaterThan(5);
  expect(expected.potential.length).toBeGreaterThan(20);
  const found = await listed('sought');
  expect(sorted(found)).toEqual(expected);
  const newest = found.potential.map((pair) =>
    pair
      .split(' ')
      .filter((id) => sought.has(id))
      .sort()
      .at(-1),
  );
  expect(newest).toEqual([...newest].sort().reverse());
});

it('a search of pairs finds the same pairs if more than 10,000 teachers match', async () => {
  const before = await listed('sought');
  const others = Array.from({ length: 10_000 }, (_, number) => ({
    id: newId(),
    name: `Sought too ${number}`,
  }));
  await addTeachers(others);
  expect(await listed('sought')).toEqual(before);
});
