import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { v7 as newId } from 'uuid';
import { expect } from 'vitest';
import type { Wisher } from './ring-of-three.ts';
import type { Answer, Caller, TestApp } from './test-app.ts';

/** Proposes the ring of these members' requests, as the owner of the first request. */
export function propose(test: Caller, members: readonly Wisher[]): Promise<Answer> {
  const requests = members.map(({ requestId }) => requestId);
  const token = members[0]?.teacher.token;
  return test.call({ method: 'POST', url: '/api/agreements', body: { requests }, token });
}

/**
 * Proposes a ring.
 * @returns the id of the proposal.
 */
export async function proposed(test: Caller, members: readonly Wisher[]): Promise<string> {
  const response = await propose(test, members);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Agreement>()._id;
}

export function answer(
  test: Caller,
  { teacher }: Wisher,
  id: string,
  said: 'yes' | 'no',
  why: { reason?: string; category?: string } = {},
): Promise<Answer> {
  return test.call({
    method: 'POST',
    url: `/api/agreements/${id}/answer`,
    body: { answer: said, ...why },
    token: teacher.token,
  });
}

/**
 * Proposes a ring and says yes for all members.
 * @returns the id of the agreement.
 */
export async function agreed(test: Caller, members: readonly Wisher[]): Promise<string> {
  const id = await proposed(test, members);
  for (const member of members.slice(1)) {
    expect((await answer(test, member, id, 'yes')).statusCode).toBe(200);
  }
  return id;
}

/** Returns an agreement as that member sees it. */
export async function seen(test: Caller, { teacher }: Wisher, id: string): Promise<Agreement> {
  const response = await test.call({ url: `/api/agreements/${id}`, token: teacher.token });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/** Marks each of these members as ready to take an offered place. */
export async function makeReady(test: Caller, members: readonly Wisher[]): Promise<void> {
  for (const { teacher, requestId } of members) {
    const url = `/api/requests/${requestId}/readiness`;
    const said = await test.call({ method: 'PUT', url, body: { ready: true }, token: teacher.token });
    expect(said.statusCode, said.body).toBe(200);
  }
}

/** Marks these teachers, whom no administrator has verified, as having proved their phone numbers. */
export async function provePhones({ database, clock }: TestApp, teachers: readonly Wisher[]): Promise<void> {
  const ids = teachers.map(({ teacher }) => teacher.user._id);
  const mark = { verified_at: clock.now, verified_how: 'phone_code' } as const;
  await database.db.updateTable('users').set(mark).where('id', 'in', ids).execute();
}

/** Deletes every teacher with all agreements, so that the next test starts without any teacher. */
export async function removeEveryone(test: TestApp): Promise<void> {
  await test.settled();
  const { db } = test.database;
  for (const table of ['agreements', 'rounds', 'seasons', 'users'] as const)
    await db.deleteFrom(table).execute();
}

/** Makes the agreement one of a round of a season in which relieving is a step of its own. */
export async function withRelieving({ database: { db }, clock }: TestApp, agreement: string): Promise<void> {
  const at = clock.now;
  const season = {
    id: newId(),
    name: 'Winter',
    order_name: 'Order 1',
    consent: 'after',
    relieving: true,
  } as const;
  const dates = { opens_at: new Date('2026-06-01'), list_closes_at: at, closed_at: new Date('2026-07-15') };
  await db
    .insertInto('seasons')
    .values({ ...season, ...dates, created_by: null, created_at: at })
    .execute();
  const round = {
    id: newId(),
    season_id: season.id,
    number: 1,
    max_ring: 3,
    hours: 24,
    silence_agrees: false,
  };
  const times = {
    created_at: at,
    planned_at: at,
    ends_at: at,
    ended_at: at,
    subjects: null,
    districts: null,
  };
  await db
    .insertInto('rounds')
    .values({ ...round, ...times, state: 'finished', started_by: null })
    .execute();
  await db.updateTable('agreements').set({ round_id: round.id }).where('id', '=', agreement).execute();
}
