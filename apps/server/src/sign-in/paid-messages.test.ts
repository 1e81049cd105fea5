import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeAdministrator,
  registerTeacher,
  solveCaptcha,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import { solveProof } from '../../test/testing/solve-proof.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { PaidMessages, paidGroups } from '../platform/paid-messages.ts';
import { countedSms, type SmsSender } from './sms.ts';

const sent: string[] = [];
const alarms: string[] = [];
let sms: SmsSender;
let paidMessages: PaidMessages;
let isRefusing = false;
let test: TestApp;
let member: TestTeacher;

beforeAll(async () => {
  test = await startTestApp(({ db }) => {
    const totals = { paidMessagesADay: { all: 4, strangers: 2, own: 2 } };
    paidMessages = new PaidMessages(db, totals, ({ message }) => void alarms.push(message));
    const provider: SmsSender = {
      isSandbox: false,
      sendCode: async (phone) => {
        if (isRefusing) throw new Error('refused');
        sent.push(phone);
      },
      notices: { has: () => true, send: async (phone) => void sent.push(phone) },
    };
    sms = countedSms(provider, paidMessages);
    return { sms, paidMessages };
  });
  member = await registerTeacher(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.db.deleteFrom('rate_limits').execute();
  sent.length = 0;
  alarms.length = 0;
});

async function askAsVisitor(phone: string, proof?: string) {
  const body = { phone, ...(await solveCaptcha(test)), ...(proof === undefined ? {} : { proof }) };
  const answer = await test.call({ method: 'POST', url: '/api/auth/phone-codes', body });
  await test.settled();
  return answer;
}

async function askForOwn(proof?: string) {
  const query = proof === undefined ? '' : `?${new URLSearchParams({ proof })}`;
  const url = `/api/auth/phone-verification${query}`;
  const answer = await test.call({ method: 'POST', url, token: member.token });
  await test.settled();
  return answer;
}

async function triesOfProof(): Promise<number> {
  const proof = Buffer.from(await solveProof(test), 'base64').toString('utf8');
  return JSON.parse(proof).solution.counter;
}

describe('paid messages', () => {
  it('to numbers that visitors name cost a dearer proof beyond their total, and wait beyond twice of it', async () => {
    expect((await askAsVisitor('9876500001')).statusCode).toBe(202);
    expect(alarms).toEqual([]);
    expect((await askAsVisitor('9876500002')).statusCode).toBe(202);
    expect(alarms).toEqual([expect.stringContaining('2 paid messages to strangers')]);
    const refused = await askAsVisitor('9876500003');
    expect([refused.statusCode, refused.json<Problem>().code]).toEqual([400, 'proof_needed']);
    for (const phone of ['9876500003', '9876500004'])
      expect((await askAsVisitor(phone, await solveProof(test))).statusCode).toBe(202);
    const waiting = await askAsVisitor('9876500005', await solveProof(test));
    expect(waiting.statusCode).toBe(429);
    expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(86_000);
    expect(sent).toHaveLength(4);
    // Members still get theirs, which strangers cannot use up.
    expect((await askForOwn(await solveProof(test))).statusCode).toBe(202);
    expect(sent).toEqual([...sent.slice(0, 4), member.user.phone]);
  });

  it('of accounts to their own numbers have a total, beyond which others still get codes', async () => {
    for (let times = 0; times < 2; times += 1) expect((await askForOwn()).statusCode).toBe(202);
    expect(alarms).toEqual([expect.stringContaining('2 paid messages to own')]);
    const refused = await askForOwn();
    expect([refused.statusCode, refused.json<Problem>().code]).toEqual([400, 'proof_needed']);
    for (let times = 0; times < 2; times += 1)
      expect((await askForOwn(await solveProof(test))).statusCode).toBe(202);
    expect((await askForOwn(await solveProof(test))).statusCode).toBe(429);
    expect(sent).toEqual(Array.from({ length: 4 }, () => member.user.phone));
    expect((await askAsVisitor('9876500001', await solveProof(test))).statusCode).toBe(202);
  });

  it('have a total: notices wait beyond it, and codes beyond twice of it, except for the device of a proven number', async () => {
    for (let times = 0; times < 4; times += 1) await sms.sendCode('9876500001', '123456', 'en');
    expect(alarms).toEqual([expect.stringContaining('4 paid messages to all')]);
    const text = { sms: 'asked', userId: '', language: 'en', link: 'https://transfer.example.org' } as const;
    await expect(sms.notices?.send('9876500009', text)).rejects.toThrow('total');
    expect((await askForOwn(await solveProof(test))).statusCode).toBe(202);
    for (let times = 0; times < 3; times += 1) await sms.sendCode('9876500001', '123456', 'en');
    expect((await askForOwn()).statusCode).toBe(429);
    const { email, phone, _id } = member.user;
    const login = { email, password: member.password, ...(await solveCaptcha(test)) };
    const signedIn = await test.call({ method: 'POST', url: '/api/auth/login', body: login });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
    const askForPassword = async (headers = {}) => {
      const body = { phone, ...(await solveCaptcha(test)) };
      const url = '/api/auth/password-codes';
      const answer = await test.call({ method: 'POST', url, body, headers });
      await test.settled();
      return answer.statusCode;
    };
    expect(await askForPassword({ cookie })).toBe(429);
    const proven = { verified_at: test.clock.now, verified_how: 'phone_code' } as const;
    await test.database.db.updateTable('users').set(proven).where('id', '=', _id).execute();
    expect([await askForPassword(), await askForPassword({ cookie })]).toEqual([429, 202]);
    expect(sent).toHaveLength(9);
  });

  it('that the provider refused do not count', async () => {
    isRefusing = true;
    await expect(askForOwn()).rejects.toThrow('refused');
    isRefusing = false;
    expect(sent).toEqual([]);
    for (const group of paidGroups) expect((await paidMessages.read(group)).sent).toBe(0);
  });

  it('make the proof of work dearer while a total is reached, and tell the administrator', async () => {
    const { token } = await makeAdministrator(test);
    const waiting = async () => (await test.call({ url: '/api/admin/waiting', token })).json().paidMessages;
    expect([await waiting(), await triesOfProof()]).toEqual([
      undefined,
      expect.toSatisfy((tries) => tries <= 600),
    ]);
    await askAsVisitor('9876500001');
    await askAsVisitor('9876500002');
    expect(await triesOfProof()).toBeGreaterThanOrEqual(2_400);
    expect(await waiting()).toEqual({
      all: { sent: 2, allowed: 4 },
      strangers: { sent: 2, allowed: 2 },
      own: { sent: 0, allowed: 2 },
    });
  });
});
