import { DASHBOARD_MATCHES_SHOWN, PRIVACY_NOTICE_VERSION } from '@mutual-transfer/domain/constants';
import type { Dashboard, Me } from '@mutual-transfer/domain/dashboard';

import type { Match, MatchList } from '@mutual-transfer/domain/matching/match';
import { mergeMatches } from '@mutual-transfer/domain/matching/merge-matches';
import type { RingList } from '@mutual-transfer/domain/matching/ring';
import { searchedRequests } from '@mutual-transfer/domain/requests/searched-requests';
import type { RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proposed } from '../../test/testing/agreements.ts';
import { ids, readers } from '../../test/testing/hidden-data/hidden-ids.ts';
import { createWorld, isErased, TEACHERS } from '../../test/testing/hidden-data/hidden-world.ts';
import { ringOfThree } from '../../test/testing/ring-of-three.ts';
import { signIn } from '../../test/testing/sessions.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

type Ring = Awaited<ReturnType<typeof ringOfThree>>;

let test: TestApp;
/** Ids of the generated teachers, and of three who form a ring. */
let viewers: string[];
/** Two rings of one subject, so that each teacher is in several. */
let rings: [Ring, Ring];

const admin = ids.user(readers.admin);
const teachers = Array.from({ length: TEACHERS }, (_, number) => number).filter(
  (number) => !isErased(number),
);
const seasonId = newId();

beforeAll(async () => {
  test = await startTestApp();
  // The generated teachers have direct swaps, which are shown instead of rings.
  const ring = await ringOfThree(test, 'Sanskrit');
  rings = [await ringOfThree(test, 'Philosophy'), await ringOfThree(test, 'Philosophy')];
  await createWorld(test, 'members', 0);
  viewers = [
    ...teachers.filter((number) => number % 2 === 0).map(ids.user),
    ...ring.map(({ teacher }) => teacher.user._id),
  ];
  await addAlertsBlocksAndSeason();
  await test.database.db
    .updateTable('users')
    .set({ is_active: true, paid_at: new Date(0), paid_rupees: 10 })
    .execute();
  await test.graph.caughtUp();
});
afterAll(() => test.close());

/** Gives every teacher alerts of two others, blocks some pairs, and opens a season to which every third teacher has consented. */
async function addAlertsBlocksAndSeason() {
  const { db } = test.database;
  const after = (number: number, step: number) =>
    teachers[(teachers.indexOf(number) + step) % teachers.length];
  for (const number of teachers) {
    for (const step of [1, 2]) {
      const from_user_id = ids.user(after(number, step) ?? 0);
      const alert = { id: newId(), from_user_id, to_user_id: ids.user(number), message: `From ${step}` };
      await db
        .insertInto('alerts')
        .values({ ...alert, created_at: test.clock.now, read_at: number % 2 === 0 ? test.clock.now : null })
        .execute();
    }
    if (number % 5 !== 0) continue;
    const pair = { blocker_id: ids.user(number), blocked_id: ids.user(after(number, 2) ?? 0) };
    await db
      .insertInto('blocks')
      .values({ ...pair, created_at: test.clock.now })
      .execute();
  }
  const day = (number: number) => new Date(test.clock.now.getTime() + number * 86_400_000);
  const season = { id: seasonId, name: 'Summer', order_name: 'Order 1', consent: 'before' as const };
  const dates = { opens_at: day(-1), list_closes_at: day(5), closed_at: day(40), created_at: day(-2) };
  await db
    .insertInto('seasons')
    .values({ ...season, ...dates, relieving: false, created_by: null })
    .execute();
  await db
    .insertInto('season_rounds')
    .values([
      { season_id: seasonId, number: 1, asked_from: day(6), proposals_at: day(7), answers_until: day(9) },
      { season_id: seasonId, number: 2, asked_from: day(10), proposals_at: day(11), answers_until: day(13) },
    ])
    .execute();
  for (const number of teachers.filter((each) => each % 3 === 0)) {
    const given = { given_at: day(0), sentence: 'Yes', district: 'gaya', asked_at: null, withdrawn_at: null };
    await db
      .insertInto('season_consents')
      .values({ id: newId(), season_id: seasonId, user_id: ids.user(number), ...given })
      .execute();
  }
}

async function read<Answer>(url: string, token: string): Promise<Answer> {
  const response = await test.call({ url: `/api${url}`, token });
  expect(response.statusCode, `${url} ${response.body}`).toBe(200);
  return response.json<Answer>();
}

/** Returns the dashboard as a program composes it from the single calls. */
async function composed(token: string): Promise<Omit<Dashboard, 'contactOpensAt' | 'contactNeeds'>> {
  const { requests } = await read<RequestList>('/requests/my?includeHidden=true', token);
  const visible = requests.filter(({ isHidden }) => !isHidden);
  const searched = visible.length === 0 ? [undefined] : searchedRequests(visible).map(({ _id }) => _id);
  const lists = [];
  for (const requestId of searched) {
    const of = requestId === undefined ? '' : `/requests/${requestId}`;
    const list = await read<MatchList>(`${of}/matches?limit=10`, token);
    const named = requestId === undefined ? {} : { requestId };
    lists.push({ ...list, matches: list.matches.map((match) => ({ ...match, ...named })) });
  }
  const { matches, ...counts } = mergeMatches<Match>(lists, (match) => ({
    person: match.user._id ?? '',
    score: match.matchScore,
    isPerfect: match.isPerfectMatch,
    hasRequest: match.hasActiveRequest,
  }));
  const rings = [];
  for (const id of counts.perfect > 0 ? [] : searched.flatMap((one) => one ?? [])) {
    rings.push(...(await read<RingList>(`/requests/${id}/rings`, token)).rings);
  }
  rings.sort((one, other) => one.length - other.length);
  const proposals = await read<Dashboard['proposals']>('/agreements?waiting=true', token);
  const named = [
    ...proposals.agreements.map(({ members }) => members.flatMap(({ requestId }) => requestId ?? [])),
    ...(proposals.accepted ?? []).map((accepted) => accepted.requests),
  ].map((proposed) => proposed.toSorted().join());
  const alerts = await read<{ data: Dashboard }>('/alerts?includeHidden=true&limit=5', token);
  const { season } = await read<Pick<Dashboard, 'season'>>('/seasons/current', token);
  const mine = await read<{ mayConsent: boolean; consent: { given: boolean } }>(
    `/seasons/${seasonId}/my-result`,
    token,
  );
  return {
    requests,
    matches: matches.slice(0, DASHBOARD_MATCHES_SHOWN),
    ...counts,
    ring: rings.find((ring) => !named.includes(ring.requests.toSorted().join())) ?? rings[0] ?? null,
    rings: rings.length,
    proposals,
    alerts: alerts.data.alerts,
    unread: (await read<{ unread: number }>('/alerts/unread', token)).unread,
    season,
    asksForConsent: mine.mayConsent && !mine.consent.given,
  };
}

async function composedMe(token: string): Promise<Me> {
  const account = await read<Me['account']>('/auth/profile', token);
  return {
    account,
    payment: await read<Me['payment']>('/payment/status', token),
    // The fixtures register without consent.
    noticeToAccept: PRIVACY_NOTICE_VERSION,
    ...(await read<Pick<Me, 'announcements'>>('/announcements', token)),
    waiting: {
      alerts: (await read<{ unread: number }>('/alerts/unread', token)).unread,
      proposals: (await read<Dashboard['proposals']>('/agreements?waiting=true', token)).pagination.total,
    },
  };
}

/** Makes calls and returns the audit entries that they wrote, without the one about the composed call itself. */
async function auditedBy(calls: () => Promise<unknown>): Promise<string[]> {
  const read = () => test.database.db.selectFrom('audit_log').selectAll().execute();
  const earlier = new Set((await read()).map(({ id }) => id));
  await calls();
  return (await read())
    .filter(({ id, action }) => !earlier.has(id) && !/ \/api\/(me|dashboard)$/.test(action))
    .map(({ id: _id, happened_at: _when, ...entry }) => JSON.stringify(entry))
    .toSorted();
}

const viewsOf = async (userId: string) => {
  const { db } = test.database;
  const views = db.selectFrom('contact_views').select('seen_id').where('viewer_id', '=', userId);
  return (await views.execute()).map(({ seen_id }) => seen_id).toSorted();
};

/** Returns the ids of other teachers whose contact an answer shows. */
function contactsIn(answer: unknown, viewerId: string): string[] {
  const found = new Set<string>();
  JSON.stringify(answer, (_key, value: unknown) => {
    const { _id, email, phone } = (value ?? {}) as Record<string, unknown>;
    const isOpen = [email, phone].some((text) => typeof text === 'string' && !['', 'Hidden'].includes(text));
    if (typeof _id === 'string' && isOpen && _id !== viewerId) found.add(_id);
    return value;
  });
  return [...found].toSorted();
}

it('the dashboard opens no contact of a ring while a proposal waits, which the screen shows instead', async () => {
  const [[mine, ...others]] = rings;
  const { _id: userId } = mine.teacher.user;
  await proposed(test, [...others, mine]);
  // The answer of a posting shows matches.
  await test.database.db.deleteFrom('contact_views').where('viewer_id', '=', userId).execute();
  const { ring, ...shown } = await read<Dashboard>('/dashboard', mine.teacher.token);
  expect(ring?.members).toHaveLength(3);
  expect(contactsIn(ring, userId)).toEqual([]);
  expect(contactsIn(shown, userId)).toEqual(expect.arrayContaining(await viewsOf(userId)));
});

describe('for generated teachers', () => {
  it('the dashboard equals the answers of the single calls', async () => {
    const seen = { rings: 0, proposals: 0, perfect: 0, several: 0, hidden: 0 };
    for (const viewer of viewers) {
      const token = await signIn(test, viewer);
      const dashboard = await read<Dashboard>('/dashboard', token);
      expect(dashboard).toEqual(await composed(token));
      seen.rings += Number(dashboard.ring !== null);
      seen.proposals += dashboard.proposals.agreements.length;
      seen.perfect += dashboard.perfect;
      seen.several += Number(searchedRequests(dashboard.requests).length > 1);
      seen.hidden += dashboard.matches.filter(({ user }) => user.name === 'Hidden').length;
    }
    expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
  });

  it('what every page needs equals the answers of the single calls', async () => {
    for (const viewer of viewers.filter((_, index) => index % 4 === 0)) {
      const token = await signIn(test, viewer);
      expect(await read<Me>('/me', token)).toEqual(await composedMe(token));
    }
  });

  it('the dashboard records a contact view of each teacher whose contact it shows, which the single calls record too', async () => {
    let shown = 0;
    for (const userId of viewers.slice(-30)) {
      await test.database.db.deleteFrom('contact_views').where('viewer_id', '=', userId).execute();
      const token = await signIn(test, userId);
      const dashboard = await read<Dashboard>('/dashboard', token);
      const views = await viewsOf(userId);
      expect(views).toEqual(expect.arrayContaining(contactsIn(dashboard, userId)));
      shown += views.length;
      await composed(token);
      expect(await viewsOf(userId)).toEqual(expect.arrayContaining(views));
    }
    expect(shown).toBeGreaterThan(0);
  });

  it('an administrator who views as a teacher gets the same answers, and leaves the audit entries of the single calls', async () => {
    for (const viewer of viewers.slice(-20)) {
      const token = await signIn(test, viewer, admin);
      expect(await read<Dashboard>('/dashboard', token)).toEqual(await composed(token));
      expect(await auditedBy(() => read('/dashboard', token))).toEqual(
        await auditedBy(() => composed(token)),
      );
      expect(await auditedBy(() => read('/me', token))).toEqual(await auditedBy(() => composedMe(token)));
    }
    expect(await viewsOf(admin)).toEqual([]);
  });
});

describe('callers', () => {
  const statusOf = async (url: string, token?: string) => (await test.call({ url, token })).statusCode;

  it('a visitor gets 401 from both', async () => {
    expect(await statusOf('/api/me')).toBe(401);
    expect(await statusOf('/api/dashboard')).toBe(401);
  });

  it('a teacher without access gets 402 from the dashboard, and nothing that waits from the other', async () => {
    const { db } = test.database;
    await db
      .updateTable('users')
      .set({ paid_at: null, paid_rupees: null })
      .where('id', '=', ids.user(readers.unpaid))
      .execute();
    const token = await signIn(test, ids.user(readers.unpaid));
    expect(await statusOf('/api/dashboard', token)).toBe(402);
    expect(await read<Me>('/me', token)).toMatchObject({
      payment: { isPaymentRequired: true, isPaid: false },
      waiting: null,
    });
  });

  it('administrators get 403 from the dashboard, and their own account from the other', async () => {
    const { db } = test.database;
    for (const administers of [null, ['gaya']]) {
      await db.updateTable('users').set({ administers }).where('id', '=', admin).execute();
      const token = await signIn(test, admin);
      expect(await statusOf('/api/dashboard', token)).toBe(403);
      expect(await read<Me>('/me', token)).toMatchObject({
        account: { role: 'admin' },
        payment: { isPaymentRequired: false },
        waiting: null,
      });
    }
  });
});
