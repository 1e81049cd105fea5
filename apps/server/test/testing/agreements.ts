import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { expect } from 'vitest';
import type { Wisher } from './ring-of-three.ts';
import type { Answer, Caller, TestApp } from './test-app.ts';

/** Proposes the ring of these requests, as the first of them. */
export function propose(test: Caller, members: readonly Wisher[]): Promise<Answer> {
  const requests = members.map(({ requestId }) => requestId);
  const token = members[0]?.teacher.token;
  return test.call({ method: 'POST', url: '/api/agreements', body: { requests }, token });
}

/** @returns the id of the proposal. */
export async function proposed(test: Caller, members: readonly Wisher[]): Promise<string> {
  const response = await propose(test, members);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ data: { agreement: Agreement } }>().data.agreement._id;
}

export function answer(test: Caller, { teacher }: Wisher, id: string, said: 'yes' | 'no'): Promise<Answer> {
  return test.call({
    method: 'POST',
    url: `/api/agreements/${id}/answer`,
    body: { answer: said },
    token: teacher.token,
  });
}

/** @returns the id of an agreement to which all of these said yes. */
export async function agreed(test: Caller, members: readonly Wisher[]): Promise<string> {
  const id = await proposed(test, members);
  for (const member of members.slice(1)) {
    expect((await answer(test, member, id, 'yes')).statusCode).toBe(200);
  }
  return id;
}

/** An agreement as that member sees it. */
export async function seen(test: Caller, { teacher }: Wisher, id: string): Promise<Agreement> {
  const response = await test.call({ url: `/api/agreements/${id}`, token: teacher.token });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: { agreement: Agreement } }>().data.agreement;
}

/** Says for each of these that they take the place if it comes. */
export async function makeReady(test: Caller, members: readonly Wisher[]): Promise<void> {
  for (const { teacher, requestId } of members) {
    const url = `/api/requests/${requestId}/readiness`;
    const said = await test.call({ method: 'PUT', url, body: { ready: true }, token: teacher.token });
    expect(said.statusCode, said.body).toBe(200);
  }
}

/** Takes every teacher and all that they agreed on away, so that the next test begins with none. */
export async function removeEveryone(test: TestApp): Promise<void> {
  await test.settled();
  const { db } = test.database;
  for (const table of ['agreements', 'rounds', 'users'] as const) await db.deleteFrom(table).execute();
}
