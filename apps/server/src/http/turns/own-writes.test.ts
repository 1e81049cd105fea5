import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  makeAdministrator,
  postRequest,
  registerTeacher,
  requestOf,
} from '../../../test/testing/factories.ts';
import { signIn } from '../../../test/testing/sessions.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../../test/testing/test-app.ts';
import { findSignedIn } from '../../sessions/viewer.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Returns the log position that is stored as the last write of the teacher with this token. */
async function wroteAt(token: string): Promise<bigint> {
  const sessionId = sessionOf(token);
  const found = (await findSignedIn(test.database.db, sessionId, test.clock.now))?.wroteAt;
  if (found === undefined) throw new Error('It was not noted');
  return found;
}

function sessionOf(token: string): string {
  const [, payload = ''] = token.split('.');
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string }).sid;
}

it('a registration counts as a write, and each later write has a higher position', async () => {
  const teacher = await registerTeacher(test);
  const atFirst = await wroteAt(teacher.token);
  const { request } = await postRequest(test, teacher);
  const afterPosting = await wroteAt(teacher.token);
  expect(afterPosting).toBeGreaterThan(atFirst);
  const url = `/api/requests/${request._id}`;
  expect((await test.call({ method: 'DELETE', url, token: teacher.token })).statusCode).toBe(200);
  expect(await wroteAt(teacher.token)).toBeGreaterThan(afterPosting);
});

it('reads and refused calls do not count as writes', async () => {
  const teacher = await registerTeacher(test);
  await postRequest(test, teacher);
  const before = await wroteAt(teacher.token);
  for (const url of ['/api/requests', '/api/requests/my', '/api/auth/profile']) {
    expect((await test.call({ url, token: teacher.token })).statusCode).toBe(200);
  }
  const again = { method: 'POST', url: '/api/requests', body: requestOf(), token: teacher.token } as const;
  expect((await test.call(again)).statusCode).toBe(409);
  expect(await wroteAt(teacher.token)).toBe(before);
});

it("a teacher's write counts for all of their sessions, and for an administrator who views the app as them", async () => {
  const administrator = await makeAdministrator(test);
  const teacher = await registerTeacher(test);
  const other = await signIn(test, teacher.user._id);
  const eyes = await signIn(test, teacher.user._id, administrator.user._id);
  await postRequest(test, teacher);
  const posted = await wroteAt(teacher.token);
  expect([await wroteAt(other), await wroteAt(eyes)]).toEqual([posted, posted]);
});

it('notifies the in-memory copy of the offers of each successful write, and of no refused call', async () => {
  let noted = 0;
  const noteWrite = () => {
    noted += 1;
  };
  const noting = await joinTestApp(test, { graph: { ...test.graph, noteWrite } });
  const notedBy = async (call: () => Promise<unknown>) => {
    noted = 0;
    await call();
    return noted;
  };
  const refused = async (url: string) =>
    expect((await noting.call({ method: 'POST', url, body: {} })).statusCode).toBeGreaterThanOrEqual(400);
  const teacher = await registerTeacher(test);
  expect(await notedBy(() => refused('/api/auth/login'))).toBe(0);
  expect(await notedBy(() => refused('/api/payment/webhook'))).toBe(0);
  expect(await notedBy(() => noting.call({ url: '/api/requests/public' }))).toBe(0);
  expect(await notedBy(() => postRequest(noting, teacher))).toBe(1);
  expect(await notedBy(() => registerTeacher(noting))).toBe(1);
  await noting.close();
});
