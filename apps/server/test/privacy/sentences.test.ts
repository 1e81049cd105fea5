import { HIDDEN, type Person, type PrivacySettings } from '@mutual-transfer/domain/accounts/user';
import { type GuardedField, guardedFields } from '@mutual-transfer/domain/accounts/who-sees';
import type { RequestList, TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { contactPreferences, privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answer, proposed, seen } from '../testing/agreements.ts';
import { requestOf } from '../testing/factories.ts';
import { freshRing } from '../testing/fixtures.ts';
import { steps, type Wisher, wish } from '../testing/ring-of-three.ts';
import { startTestApp } from '../testing/test-app.ts';

/** Returns the guarded fields whose values an answer contains. */
function fieldsIn(person: Person | null | undefined): GuardedField[] {
  return guardedFields.filter((field) => ![undefined, '', HIDDEN].includes(person?.[field]));
}

const settings = fc.record(Object.fromEntries(privacyKeys.map((key) => [key, fc.boolean()])));
/** Two settings, those of the account and of the request, which the product joins, and a preferred contact. */
const teachers = fc.sample(
  fc.record({ own: settings, ofRequest: settings, contact: fc.constantFrom(...contactPreferences) }),
  { seed: 48, numRuns: 12 },
) as { own: PrivacySettings; ofRequest: PrivacySettings; contact: 'phone' | 'email' | 'both' }[];

it('for generated viewers the sentences about visibility agree with what the API answers', async () => {
  const test = await startTestApp();
  const added = new Set<GuardedField>();
  for (const { own, ofRequest, contact } of teachers) {
    const { ring } = await freshRing(test);
    const [first, , third] = ring;
    const shy: Wisher = await wish(test, steps[1], {
      registration: { subject: 'Urdu', privacySettings: own },
      request: { privacySettings: ofRequest, contactPreference: contact },
    });
    await test.graph.caughtUp();
    await test.settled();
    const get = async <Answer>(url: string, token?: string) =>
      (await test.call({ url, ...(token === undefined ? {} : { token }) })).json<Answer>();
    const ownList = await get<RequestList>('/api/requests/my', shy.teacher.token);
    const said = ownList.requests[0]?.seen;
    if (said === undefined) throw new Error('The owner reads no sentence');
    const listed = async (url: string, token?: string) => {
      const { requests } = await get<RequestList>(url, token);
      return requests.find(({ _id }: TransferRequest) => _id === shy.requestId)?.user;
    };
    expect(fieldsIn(await listed('/api/requests/public'))).toEqual(said.byVisitors);
    const byTeachers = [...said.byVisitors, ...said.addedForTeachers];
    expect(new Set(fieldsIn(await listed('/api/requests', first.teacher.token)))).toEqual(
      new Set(byTeachers),
    );
    const id = await proposed(test, [first, shy, third]);
    const now = async (reader: Wisher) =>
      fieldsIn(
        (await seen(test, reader, id)).members.find(({ requestId }) => requestId === shy.requestId)?.user,
      );
    const before = (await seen(test, shy, id)).opens;
    expect(new Set(before?.now)).toEqual(new Set(byTeachers));
    expect(before?.added).toEqual(said.addedForPartners);
    expect(await now(third)).toEqual(before?.now);
    for (const member of [shy, third]) await answer(test, member, id, 'yes');
    const after = await seen(test, shy, id);
    expect(after.state).toBe('agreed');
    expect(after.opens?.added).toEqual([]);
    expect(await now(third)).toEqual(after.opens?.now);
    expect(new Set(after.opens?.now)).toEqual(new Set([...(before?.now ?? []), ...(before?.added ?? [])]));
    for (const field of said.addedForPartners) added.add(field);
  }
  expect(added).toEqual(new Set(guardedFields));
  await test.close();
});

it('a stated contact preference is kept with the account, and a request without one asks for an email', async () => {
  const test = await startTestApp();
  const { ring } = await freshRing(test);
  const { token } = ring[0].teacher;
  const post = async (stated: object) => {
    const body = requestOf({ subject: 'Urdu', ...stated });
    const posted = await test.call({ method: 'POST', url: '/api/requests', body, token });
    expect(posted.statusCode, posted.body).toBe(201);
    return posted.json().data.request.contactPreference;
  };
  const kept = async () => (await test.call({ url: '/api/auth/profile', token })).json().contactPreference;
  expect(await kept()).toBeNull();
  expect(await post({ desiredBlock: 'Bihta' })).toBe('email');
  expect(await kept()).toBeNull();
  expect(await post({ desiredBlock: 'Maner', contactPreference: 'phone' })).toBe('phone');
  expect(await kept()).toBe('phone');
  expect(await post({ desiredBlock: 'Masaurhi' })).toBe('email');
  expect(await kept()).toBe('phone');
  await test.close();
});
