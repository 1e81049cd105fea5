import type { RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ids, readers } from '../testing/hidden-data/hidden-ids.ts';
import { curiousWords, type HiddenFrom, isErased, TEACHERS } from '../testing/hidden-data/hidden-world.ts';
import { TwoWorlds } from '../testing/hidden-data/two-worlds.ts';

const anyOf = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

const search = fc.oneof(
  fc.constantFrom(...curiousWords),
  fc.tuple(fc.constantFrom(...curiousWords), fc.constantFrom(...curiousWords)).map((pair) => pair.join(' ')),
  fc.constantFrom(
    'gaya',
    'गया',
    'gayya',
    'dannapur',
    'patna se gaya',
    'Danapur',
    'गणित',
    'Shown',
    'Shown 7',
    'math',
    "' or 1=1",
    '%',
    '*',
    '9 8',
  ),
);

const listQuery = fc
  .record({
    page: anyOf('1', '1', '2', '3', '9', '0'),
    limit: anyOf('1', '3', '10', '20', '100', '101'),
    search: fc.option(search, { nil: undefined, freq: 4 }),
    urgency: anyOf('low', 'high', ''),
    district: anyOf('Gaya', 'Patna', 'Saran'),
    block: anyOf('Bodh Gaya', 'Danapur', 'Any block'),
    subject: anyOf('Mathematics', 'Urdu'),
    classRange: anyOf('6-8', '1-5'),
    sort: fc.option(fc.constant('name'), { nil: undefined, freq: 20 }),
  })
  .map(
    (fields) =>
      new URLSearchParams(Object.entries(fields).filter(([, value]) => value) as [string, string][]),
  );

const ownRequest = fc
  .constantFrom(readers.counterpart * 2, readers.counterpart * 2 + 1, readers.unpaid * 2, 0, 9)
  .map((number) => ids.request(number));

/** Number of proposals that the generated calls request. A few more proposals exist. */
const PROPOSALS = 30;

/** Paths below a proposal that the test requests. The papers require an agreement. */
const roomParts = ['', '/repairs', '/messages', '/group.csv', '/deadlines.ics', '/application.pdf'] as const;

/** Paths below a request of the viewer's own. */
const requestParts = 'matches matches?kind=wantsYourPlace rings advice reach reach?district=Gaya'.split(' ');

/** Every `GET` request, with the inputs of a viewer who tries to find hidden values. */
const address = fc.oneof(
  { weight: 6, arbitrary: listQuery.map((query) => `/api/requests/public?${query}`) },
  { weight: 6, arbitrary: listQuery.map((query) => `/api/requests?${query}`) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(ownRequest, fc.constantFrom(...requestParts))
      .map(([id, what]) => `/api/requests/${id}/${what}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('', '?waiting=true', '?page=2&limit=20')
      .map((query) => `/api/agreements${query}`),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat(PROPOSALS), fc.constantFrom(...roomParts))
      .map(([number, part]) => `/api/agreements/${ids.proposal(number)}${part}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('', '?includeHidden=true', '?from=1', '/unread', '/sent')
      .map((query) => `/api/alerts${query}`),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '/api/dashboard',
      '/api/me',
      '/api/requests/my',
      '/api/auth/profile',
      '/api/auth/export',
      '/api/payment/status',
      '/api/payment/settings',
      '/api/plan',
      '/api/requests/map',
      '/api/requests/demand?subject=Mathematics&classRange=6-8',
      '/api/requests/demand?subject=Mathematics&classRange=6-8&district=Gaya',
      '/api/requests/prospects?district=Gaya&desiredDistrict=Patna&subject=Mathematics&classRange=6-8',
      '/api/reference',
      '/api/health',
      '/api/ready',
      '/api/admin/stats',
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('users', 'paid-users', 'matches', 'audit'), search)
      .map(([what, words]) => `/api/admin/${what}?search=${encodeURIComponent(words)}`),
  },
);

const counterpart = ids.user(readers.counterpart);
const member = ids.user(readers.member);
const unpaid = ids.user(readers.unpaid);

const pairs = new Map<HiddenFrom, TwoWorlds>();
const pairFor = (hiddenFrom: HiddenFrom) => {
  const pair = pairs.get(hiddenFrom);
  if (pair === undefined) throw new Error('The worlds are not laid');
  return pair;
};

beforeAll(async () => {
  for (const hiddenFrom of ['members', 'outsiders'] as const) {
    pairs.set(hiddenFrom, await TwoWorlds.lay(hiddenFrom));
  }
});
afterAll(async () => {
  for (const pair of pairs.values()) await pair.inBoth((test) => test.close());
});

describe('two databases that differ only in hidden values', () => {
  it.each([
    ['an anonymous visitor', undefined, 'outsiders'],
    ['a teacher who has not paid', unpaid, 'outsiders'],
    ['a teacher with access', member, 'members'],
    ['the owner of matching requests', counterpart, 'members'],
  ] as const)('are identical, byte for byte, to %s', async (_who, userId, hiddenFrom) => {
    const worlds = pairFor(hiddenFrom);
    const property = fc.asyncProperty(address, fc.constantFrom('en', 'hi'), async (url, language) => {
      const [first, second] = await worlds.ask(url, userId, language);
      expect(second, url).toEqual(first);
      expect(first.status, url).toBeLessThan(500);
    });
    await fc.assert(property, { seed: 43, numRuns: 300 });
  });

  it.each([
    ['/api/requests/public', undefined, 'outsiders'],
    ['/api/requests', member, 'members'],
  ] as const)('%s is identical for every hidden word and its prefixes', async (list, userId, hiddenFrom) => {
    for (const word of curiousWords) {
      const url = `${list}?search=${encodeURIComponent(word)}&limit=20`;
      const [first, second] = await pairFor(hiddenFrom).ask(url, userId);
      expect(second, url).toEqual(first);
    }
  });

  it('show the same proposals with messages and repairs', async () => {
    const worlds = pairFor('members');
    const bodies: string[] = [];
    for (let number = 0; number < PROPOSALS; number++) {
      for (const part of roomParts) {
        const url = `/api/agreements/${ids.proposal(number)}${part}`;
        const [first, second] = await worlds.ask(url, counterpart);
        expect(second, url).toEqual(first);
        if (['', '/messages', '/repairs'].includes(part)) expect(first.status, url).toBe(200);
        bodies.push(first.body);
      }
    }
    const text = bodies.join('');
    const looked = [
      '"Hidden"',
      '"Shown',
      '@example.com',
      '"proposed"',
      '"broken"',
      '"isNew":true',
      'Shall we',
    ];
    expect(looked.filter((words) => !text.includes(words))).toEqual([]);
  });

  it('contain pairs, rings, alerts and lists with hidden fields', async () => {
    const worlds = pairFor('members');
    const own = `/api/requests/${ids.request(readers.counterpart * 2)}`;
    for (const url of [`${own}/matches`, `${own}/rings`, '/api/alerts', '/api/requests?limit=100']) {
      const [{ status, body }] = await worlds.ask(url, counterpart);
      expect([status, body.includes('"Hidden"'), body.includes('@example.com')], url).toEqual([
        200,
        true,
        true,
      ]);
    }
    const [list] = await worlds.ask('/api/requests?limit=100', member);
    expect((JSON.parse(list.body) as RequestList).requests.length).toBeGreaterThan(20);
  });

  it('differ to administrators and to the people themselves', async () => {
    for (const worlds of pairs.values()) {
      const [first, second] = await worlds.ask('/api/admin/users?limit=100', ids.user(readers.admin));
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.body).not.toBe(first.body);
      const own = [];
      for (let number = 0; number < TEACHERS; number++) {
        if (!isErased(number)) own.push(await worlds.ask('/api/auth/profile', ids.user(number)));
      }
      expect(own.filter(([one, other]) => one.body !== other.body).length).toBeGreaterThan(TEACHERS / 2);
    }
  });

  it.each([
    ['a name', 'hide_name'],
    ['a school', 'hide_school_name'],
    ['a phone', 'hide_phone'],
    ['an email', 'hide_email'],
  ] as const)('are detected as different if %s is shown by mistake', async (_what, column) => {
    const worlds = pairFor('members');
    const areAlike = async () => {
      const [first, second] = await worlds.ask('/api/requests?limit=100', member);
      return first.body === second.body;
    };
    const users = worlds.worlds[0].database.db.selectFrom('users').select('id');
    const hiding = (await users.where(column, '=', true).execute()).map(({ id }) => id);
    expect(await areAlike()).toBe(true);
    for (const isHidden of [false, true]) {
      await worlds.inBoth(({ database: { db } }) =>
        db.updateTable('users').set(column, isHidden).where('id', 'in', hiding).execute(),
      );
      expect(await areAlike()).toBe(isHidden);
    }
  });
});
