import { HIDDEN } from '@mutual-transfer/domain/accounts/user';
import { nothingHidden, type RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postRequest, registerTeacher, type TestTeacher } from '../../test/testing/factories.ts';
import { lockTable, waitingForLocks } from '../../test/testing/locks.ts';
import type { TestApp } from '../../test/testing/test-app.ts';
import { startTwoServers, type TwoServers } from '../../test/testing/two-servers.ts';

/** Two server processes on one database. Teachers write through another one, and the index of the second one is behind. */
let first: TestApp;
let second: TestApp;
let whileBehind: TwoServers['whileBehind'];
let close: TwoServers['close'];

beforeAll(async () => {
  ({ first, second, whileBehind, close } = await startTwoServers());
});
afterAll(() => close());

interface Posted {
  teacher: TestTeacher;
  id: string;
}

/** Posts a request of a new teacher, and waits until it is in the index of the second server. */
async function post(name: string, wish: Record<string, unknown> = {}): Promise<Posted> {
  const teacher = await registerTeacher(first, { name });
  const { request } = await postRequest(first, teacher, wish);
  await second.graph.caughtUp();
  return { teacher, id: request._id };
}

type Change = (through: TestApp, posted: Posted) => Promise<void>;

async function call(on: TestApp, { teacher }: Posted, method: 'PUT' | 'PATCH', url: string, body: object) {
  const response = await on.call({ method, url, body, token: teacher.token });
  expect([200, 204]).toContain(response.statusCode);
}

const hideName: Change = (through, posted) => {
  const body = { privacySettings: { ...nothingHidden, hideName: true } };
  return call(through, posted, 'PUT', '/api/auth/privacy', body);
};

/** Changes of a request after which a search by its teacher's name must not find it. */
const hidings: Readonly<Record<string, Change>> = {
  withdrawn: (through, posted) =>
    call(through, posted, 'PATCH', `/api/requests/${posted.id}/status`, { status: 'withdrawn' }),
  'under a hidden name': hideName,
};

async function list(query: string, token?: string): Promise<RequestList> {
  const path = token === undefined ? '/api/requests/public' : '/api/requests';
  const response = await second.call({ url: `${path}?${query}`, token });
  expect(response.statusCode).toBe(200);
  return response.json<RequestList>();
}

const idsIn = ({ requests }: RequestList) => requests.map(({ _id }) => _id);

it('a name that was hidden through one server is masked by the other at once, and no search of the other finds its row', async () => {
  const reader = await registerTeacher(first);
  const posted = await post('Indumati Vasanthi');
  for (const token of [undefined, reader.token])
    expect(idsIn(await list('search=indumati', token))).toEqual([posted.id]);
  const name = ({ requests }: RequestList) => requests.find(({ _id }) => _id === posted.id)?.user.name;
  const [all, ...found] = await whileBehind(
    (through) => hideName(through, posted),
    () =>
      Promise.all([
        list('', reader.token),
        list('search=indumati'),
        list('search=indumati', reader.token),
        list('search=indumati+vasanthi+patna', reader.token),
      ]),
  );
  expect(name(all)).toBe(HIDDEN);
  for (const each of found) expect([idsIn(each), each.pagination.total]).toEqual([[], 0]);
});

describe.each(Object.entries(hidings))('a request that was just %s', (kind, hide) => {
  const name = `Indumati ${kind.replaceAll(' ', '')}`;
  const search = `search=indumati+${kind.replaceAll(' ', '')}`;

  it('is on no page of a search, and is not counted on its page', async () => {
    const reader = await registerTeacher(first);
    const posted = [await post(name), await post(name), await post(name)] as const;
    expect((await list(`${search}&limit=1`)).pagination.total).toBe(3);
    const pages = await whileBehind(
      (through) => hide(through, posted[1]),
      () => Promise.all([1, 2, 3].map((page) => list(`${search}&limit=1&page=${page}`, reader.token))),
    );
    expect(pages.map(idsIn)).toEqual([[posted[2].id], [], [posted[0].id]]);
    expect(pages[1]?.pagination.total).toBe(2);
    await second.graph.caughtUp();
    expect((await list(`${search}&limit=1`)).pagination.total).toBe(2);
  });
});

it('a request that just changed is not in a list of its former desired district', async () => {
  const toSheohar = { desiredDistrict: 'Sheohar', desiredBlock: 'Any block' };
  const [stays, moves] = [await post('Teacher Stays', toSheohar), await post('Teacher Moves', toSheohar)];
  expect(idsIn(await list('district=Sheohar'))).toEqual([moves.id, stays.id]);
  const body = { desiredDistrict: 'Saran', desiredBlock: 'Amnour' };
  const shown = await whileBehind(
    (through) => call(through, moves, 'PATCH', `/api/requests/${moves.id}`, body),
    () => list('district=Sheohar'),
  );
  expect([shown.pagination.total, idsIn(shown)]).toEqual([1, [stays.id]]);
});

it.each([
  ['follows', 'select'],
  ['is replaced', 'insert into offer_changes (offer_id) values (null)'],
])(
  'a search shows no request under a hidden name if the index %s while the rows are read',
  async (kind, statement) => {
    const name = `Kaushalya ${kind.replaceAll(' ', '')}`;
    const search = `search=${name.replace(' ', '+')}&limit=1`;
    const posted = [await post(name), await post(name)] as const;
    expect((await list(search)).pagination.total).toBe(2);
    // The rows of a page are read with their agreements, which are not read for the indexes.
    const lock = await lockTable('agreement_members', first.database, 'access exclusive');
    let found: Promise<RequestList>;
    try {
      found = list(search);
      await expect.poll(() => waitingForLocks(first.database)).toBe(1);
      await first.database.pool.query("update requests set search = '' where id = $1", [posted[1].id]);
      await first.database.pool.query(statement);
      await second.graph.caughtUp();
    } finally {
      await lock.release();
    }
    const { pagination, requests } = await found;
    expect([pagination.total, requests]).toEqual([1, []]);
  },
);
