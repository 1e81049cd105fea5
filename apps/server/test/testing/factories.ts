import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { Match } from '@mutual-transfer/domain/matching/match';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { goodRegistration } from '@mutual-transfer/domain/testing/good-registration';
import type { Caller, TestApp } from './test-app.ts';

/** Registered teacher with a session. */
export interface TestTeacher {
  token: string;
  user: Account;
  password: string;
}

export const PASSWORD = goodRegistration.password;

let people = 0;

/** Resets the number of the next teacher. Test files share a process, but each has its own database. */
export function resetPeople(): void {
  people = 0;
}

/** Requests a captcha and solves it, as a person would. */
export async function solveCaptcha(test: Caller): Promise<{ captchaToken: string; captchaAnswer: string }> {
  const response = await test.call({ url: '/api/auth/captcha' });
  if (response.statusCode !== 200) throw new Error(response.body);
  const { token, question } = response.json();
  const [, first, sign, second] = /(\d+) ([+-]) (\d+)/.exec(question) ?? [];
  const answer = sign === '+' ? Number(first) + Number(second) : Number(first) - Number(second);
  return { captchaToken: token, captchaAnswer: String(answer) };
}

/** Returns a number in letters, because names have no digits: `Ab` for 1. */
export function lettersOf(number: number): string {
  const letters = [...String(number)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('');
  return `A${letters}`;
}

/** Returns a valid registration; tests override the fields that matter. */
export async function registrationOf(
  test: Caller,
  overrides: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  people += 1;
  return {
    ...goodRegistration,
    name: `Teacher ${lettersOf(people)}`,
    email: `teacher-${people}@example.com`,
    phone: String(9_000_000_000 + people),
    ...(await solveCaptcha(test)),
    ...overrides,
  };
}

/** Registers a teacher through the API. */
export async function registerTeacher(
  test: Caller,
  overrides: Record<string, unknown> = {},
): Promise<TestTeacher> {
  const body = await registrationOf(test, overrides);
  // Each teacher has an IP address of their own, because from the tenth account on, registrations from one address need a proof of work.
  const address = `198.18.${(people >> 8) % 256}.${people % 256}`;
  const response = await test.call({ method: 'POST', url: '/api/auth/register', body, address });
  if (response.statusCode !== 201) throw new Error(response.body);
  return { ...response.json(), password: String(body.password) };
}

/** Confirms a teacher's email address, as the link in a mail does. */
export async function confirmAddress({ database }: TestApp, { user }: TestTeacher): Promise<void> {
  await database.db
    .updateTable('users')
    .set({ email_confirmed_at: new Date() })
    .where('id', '=', user._id)
    .execute();
}

/** Creates an administrator in the database and signs them in through the API. */
export async function makeAdministrator(test: TestApp): Promise<TestTeacher> {
  const teacher = await registerTeacher(test);
  await test.database.db
    .updateTable('users')
    .set({
      role: 'admin',
      // This name is reserved, so that no teacher can register with it.
      name: 'The Administrator',
      phone: null,
      school_name: null,
      district: null,
      block: null,
      desired_district: null,
    })
    .where('id', '=', teacher.user._id)
    .execute();
  await test.database.db.deleteFrom('offers').where('user_id', '=', teacher.user._id).execute();
  return teacher;
}

/** Returns a valid request; tests override the fields that matter. */
export function requestOf(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    desiredDistrict: 'Patna',
    desiredBlock: 'Danapur',
    subject: 'Mathematics',
    classRange: '6-8',
    reason: 'My parents are old and live there.',
    additionalInfo: 'I can move at the end of the term.',
    ...overrides,
  };
}

/** Posts a request through the API. */
export async function postRequest(
  test: Caller,
  teacher: TestTeacher,
  overrides: Record<string, unknown> = {},
): Promise<{ request: TransferRequest; matches: Match[]; total: number }> {
  const body = requestOf(overrides);
  const response = await test.call({ method: 'POST', url: '/api/requests', body, token: teacher.token });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json().data;
}
