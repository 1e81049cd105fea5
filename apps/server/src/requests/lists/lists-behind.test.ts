import { nothingHidden, type RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postRequest, registerTeacher, type TestTeacher } from '../../../test/testing/factories.ts';
import { lockTable, waitingForLocks } from '../../../test/testing/locks.ts';
import type { TestApp } from '../../../test/testing/test-app.ts';
import { startTwoServers, type TwoServers } from '../../../test/testing/two-servers.ts';

/** Two server processes on one database. Teachers write through the first one, and the index of the second one is behind. */
let first: TestApp;
let second: TestApp;
let stopFollowers: TwoServers['stopFollowers'];
let close: TwoServers['close'];

beforeAll(async () => {
  ({ first, second, stopFollowers, close } = await startTwoServers());
});
afterAll(() => close());

interface Posted {
  readonly teacher: TestTeacher;
  readonly id: string;
}

/** Posts a request of a new teacher, and waits until it is in the index of the second server. */
async function post(name: string, wish: Record<string, unknown> = {}): Promise<Posted> {
  const teacher = await registerTeacher(first, { name });
  const { request } = await postRequest(first, teacher, wish);
  await second.graph.caughtUp();
  return { teacher, id: request._id };
}

async function change({ teacher }: Posted, method: 'PUT' | 'PATCH', url: string, body: object) {
  const response = await first.call({ method, url, body, token: teacher.token });
  expect([200, 204]).toContain(response.statusCode);
}

/** Changes of a request after which a search by its teacher's name must not find it. */
const hidings: Readonly<Record<string, (posted: Posted) => Promise<void>>> = {
  withdrawn: (posted) =>
    change(posted, 'PATCH', `/api/requests/${posted.id}/status`, { status: 'withdrawn' }),
  'under a hidden name': (posted) =>
    change(posted, 'PUT', '/api/auth/privacy', { privacySettings: { ...nothingHidden, hideName: true } }),
};

/** Makes changes while the index of the second server is not updated, and returns a page of its list. */
async function listBehind(changes: () => Promise<unknown>, query: string, token?: string) {
  const lock = await stopFollowers();
  try {
    await changes();
    return await list(query, token);
  } finally {
    await lock.release();
  }
}

async function list(query: string, token?: string): Promise<RequestList> {
  const path = token === undefined ? '/api/requests/public' : '/api/requests';
  const response = await second.call({ url: `${path}?${query}`, token });
  expect(response.statusCode).toBe(200);
  return response.json<RequestList>();
}

const idsIn = ({ requests }: RequestList) => requests.map(({ _id }) => _id);

describe.each(Object.keys(hidings))('a request that was just %s', (kind) => {
  const hide = (posted: Posted) => hidings[kind]?.(posted);
  const name = `Indumati ${kind.replaceAll(' ', '')}`;
  const search = `search=indumati+${kind.replaceAll(' ', '')}`;

  it('is not counted by a search, on any page, by visitors or teachers', async () => {
    const reader = await registerTeacher(first);
    const posted = [await post(name), await post(name), await post(name), await post(name)] as const;
    expect((await list(`${search}&limit=1`)).pagination.total).toBe(4);
    const forVisitor = await listBehind(async () => hide(posted[0]), `${search}&limit=1`);
    expect([forVisitor.pagination.total, idsIn(forVisitor)]).toEqual([3, [posted[3].id]]);
    const forTeacher = await listBehind(async () => hide(posted[1]), `${search}&limit=1`, reader.token);
    expect([forTeacher.pagination.total, idsIn(forTeacher)]).toEqual([2, [posted[3].id]]);
    const beyond = await listBehind(async () => hide(posted[2]), `${search}&limit=1&page=9`);
    expect([beyond.pagination.total, idsIn(beyond)]).toEqual([1, []]);
  });
});

describe('a request that just changed', () => {
  const move = (posted: Posted) =>
    change(posted, 'PATCH', `/api/requests/${posted.id}`, {
      desiredDistrict: 'Saran',
      desiredBlock: 'Amnour',
    });
  const toSheohar = { desiredDistrict: 'Sheohar', desiredBlock: 'Any block' };

  it('is not in a list of its former desired district', async () => {
    const [stays, moves] = [await post('Teacher Stays', toSheohar), await post('Teacher Moves', toSheohar)];
    expect(idsIn(await list('district=Sheohar'))).toEqual([moves.id, stays.id]);
    const shown = await listBehind(() => move(moves), 'district=Sheohar');
    expect([shown.pagination.total, idsIn(shown)]).toEqual([1, [stays.id]]);
  });

  it('is not in a list of its former desired district after more changes than are checked', async () => {
    const moves = await post('Teacher Moves Late', toSheohar);
    const before = await list('district=Sheohar');
    const shown = await listBehind(async () => {
      await first.database.pool.query(
        'insert into offer_changes (offer_id) select gen_random_uuid() from generate_series(1, 2000)',
      );
      await move(moves);
    }, 'district=Sheohar');
    expect(idsIn(shown)).toEqual(idsIn(before).filter((id) => id !== moves.id));
  });
});

describe('a search whose index changes while the rows are read', () => {
  it.each([
    ['follows', 'select'],
    ['is replaced', 'insert into offer_changes (offer_id) values (null)'],
  ])('counts no request under a hidden name if the index %s', async (kind, statement) => {
    const name = `Kaushalya ${kind.replaceAll(' ', '')}`;
    const search = `search=${name.replace(' ', '+')}&limit=1`;
    const posted = [await post(name), await post(name)] as const;
    expect((await list(search)).pagination.total).toBe(2);
    // The rows of a page are read with their users, which are not read for the indexes.
    const lock = await lockTable('users', first.database, 'access exclusive');
    let found: Promise<RequestList>;
    try {
      found = list(search);
      await expect.poll(() => waitingForLocks(first.database)).toBe(1);
      await first.database.pool.query("update requests set search = '' where id = $1", [posted[0].id]);
      await first.database.pool.query(statement);
      await second.graph.caughtUp();
    } finally {
      await lock.release();
    }
    const { pagination, requests } = await found;
    expect([pagination.total, requests.length]).toEqual([1, 1]);
  });
});
