import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerTeacher, solveCaptcha, type TestTeacher } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const MEMBERS = 12;

let test: TestApp;
let other: TestTeacher;
let answerOfProvider: () => void;
const hanging = new Promise<void>((resolve) => {
  answerOfProvider = resolve;
});
const sent = new Map<string, string>();

beforeAll(async () => {
  const sendCode = async (phone: string, code: string) => {
    sent.set(phone, code);
    await hanging;
  };
  test = await startTestApp(() => ({ sms: { isSandbox: false, sendCode } }));
  other = await registerTeacher(test);
});
afterAll(() => test.close());

const ask = (token: string) => test.call({ method: 'POST', url: '/api/auth/phone-verification', token });

const write = ({ token }: TestTeacher) =>
  test.call({
    method: 'PUT',
    url: '/api/auth/privacy',
    body: { privacySettings: { hideName: true, hidePhone: true, hideEmail: true, hideSchoolName: true } },
    token,
  });

it('an SMS provider that hangs delays neither those who asked for a code nor the writes of others', async () => {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => registerTeacher(test)));
  const visitor = { phone: '9876501239', ...(await solveCaptcha(test)) };
  const asked = await Promise.all([
    ...members.map(({ token }) => ask(token)),
    test.call({ method: 'POST', url: '/api/auth/phone-codes', body: visitor }),
  ]);
  expect(asked.map(({ statusCode }) => statusCode)).toEqual(Array(MEMBERS + 1).fill(202));
  expect((await write(other)).statusCode).toBe(200);
  expect(sent.size).toBe(MEMBERS + 1);
  answerOfProvider();
  await test.settled();
});
