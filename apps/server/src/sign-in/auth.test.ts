import type { Account, Session } from '@mutual-transfer/domain/accounts/user';
import type { Problem } from '@mutual-transfer/domain/problem';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, registerTeacher, registrationOf, solveCaptcha } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const register = (body: unknown) => test.call({ method: 'POST', url: '/api/auth/register', body });

async function logIn(credentials: Record<string, unknown>, captcha?: Record<string, unknown>) {
  const body = { ...credentials, ...(captcha ?? (await solveCaptcha(test))) };
  return test.call({ method: 'POST', url: '/api/auth/login', body });
}

async function profile(token: string | undefined) {
  return test.call({ url: '/api/auth/profile', token });
}

describe('registration', () => {
  it('creates an account, signs it in, and stores codes instead of names', async () => {
    const body = await registrationOf(test, {
      email: 'Sunita@Example.COM',
      phone: '+91 98765-43210',
      name: '  सुनीता  ',
      desiredBlock: 'Any block',
      category: 'school',
      recruitmentBatch: 'TRE 2',
    });
    const response = await register(body);
    expect(response.statusCode).toBe(201);
    const { token, user } = response.json<Session>();
    expect(user).toMatchObject({
      name: 'सुनीता',
      email: 'sunita@example.com',
      phone: '9876543210',
      district: 'Gaya',
      postingBlock: 'Bodh Gaya',
      desiredDistrict: 'Patna',
      desiredBlock: 'Any block',
      subject: 'Mathematics',
      classRange: '6-8',
      category: 'school',
      recruitmentBatch: 'TRE 2',
      role: 'teacher',
      isPaid: false,
    });
    expect((await profile(token)).json<Account>()).toEqual(user);
    const row = await test.database.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', user._id)
      .executeTakeFirst();
    expect(row).toMatchObject({ block: 'bodh-gaya', desired_block: null, subject: 'mathematics' });
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$/);
  });

  it.each([
    ['name', 'A'],
    ['name', 'ok\u202Eko'],
    ['name', 'zero\u0000'],
    ['email', 'not an address'],
    ['phone', '12345'],
    ['phone', null],
    ['phone', ['9876543210']],
    ['password', 'short'],
    ['schoolName', ''],
    ['district', 'Atlantis'],
    ['postingBlock', 'Danapur'],
    ['postingBlock', 'Any block'],
    ['desiredDistrict', undefined],
    ['desiredBlock', 'Bodh Gaya'],
    ['subject', 'Alchemy'],
    ['classRange', '1-12'],
    ['state', 'Kerala'],
    ['category', 'royal'],
    ['recruitmentBatch', 'TRE 1'],
    ['role', 'admin'],
    ['isPaid', true],
  ])('refuses %s = %j at that field, in both languages', async (field, value) => {
    const body = await registrationOf(test, { [field]: value });
    if (field === 'password') body.confirmPassword = value;
    for (const language of ['en', 'hi']) {
      const response = await test.call({
        method: 'POST',
        url: '/api/auth/register',
        body,
        headers: { 'accept-language': language },
      });
      expect(response.statusCode).toBe(400);
      const problem = response.json<Problem>();
      expect(problem.code).toBe('validation_failed');
      expect(Object.keys(problem.fields ?? {})).toEqual([field]);
      expect(/[\u0900-\u097F]/.test(problem.fields?.[field] ?? '')).toBe(language === 'hi');
    }
  });

  it('refuses passwords that differ, are among the most common, or are the teacher’s own data', async () => {
    const differing = await register(await registrationOf(test, { confirmPassword: 'another one' }));
    expect(differing.json<Problem>().fields).toEqual({ confirmPassword: 'Passwords do not match' });
    for (const password of [
      '123456',
      'Password',
      '654321',
      'aaaaaa',
      '१२३४५६',
      'own-address@example.com',
      '9333333333',
      'Own Name Here',
    ]) {
      const body = await registrationOf(test, {
        password,
        confirmPassword: password,
        email: 'own-address@example.com',
        phone: '9333333333',
        name: 'Own Name Here',
      });
      const response = await register(body);
      expect(response.statusCode, password).toBe(400);
      expect(Object.keys(response.json<Problem>().fields ?? {})).toEqual(['password']);
    }
  });

  it('is followed by a sign-in by phone number, however the number is written', async () => {
    const { user } = await registerTeacher(test, { phone: '9444444444' });
    for (const email of ['9444444444', '+91 94444 44444', '094444-44444']) {
      const response = await logIn({ email, password: PASSWORD });
      expect([response.statusCode, response.json<Session>().user._id], email).toEqual([200, user._id]);
    }
    const wrong = await logIn({ email: '9444444444', password: `${PASSWORD}!` });
    expect([wrong.statusCode, wrong.json<Problem>().message]).toEqual([
      401,
      'Invalid email, phone number or password.',
    ]);
    expect((await logIn({ email: '9444444445', password: PASSWORD })).statusCode).toBe(401);
  });

  it('distinguishes passwords that differ after 72 bytes', async () => {
    const password = `${'a'.repeat(80)}b`;
    const { user } = await registerTeacher(test, { password, confirmPassword: password });
    const wrong = await logIn({ email: user.email, password: `${'a'.repeat(80)}c` });
    expect(wrong.statusCode).toBe(401);
    expect((await logIn({ email: user.email, password })).statusCode).toBe(200);
  });

  it('reports which of email and phone is taken, whatever the case or prefix', async () => {
    await registerTeacher(test, { email: 'first@example.com', phone: '9111111111' });
    const email = await register(await registrationOf(test, { email: 'FIRST@example.com' }));
    expect([email.statusCode, email.json<Problem>().code]).toEqual([409, 'email_taken']);
    const phone = await register(await registrationOf(test, { phone: '0 91111 11111' }));
    expect([phone.statusCode, phone.json<Problem>().code]).toEqual([409, 'phone_taken']);
    expect(phone.json<Problem>().fields).toHaveProperty('phone');
  });

  it('succeeds once when one phone registers twenty times in parallel', async () => {
    const bodies = await Promise.all(
      Array.from({ length: 20 }, () => registrationOf(test, { phone: '9222222222' })),
    );
    const answers = await Promise.all(bodies.map(register));
    const codes = answers.map((answer) => answer.statusCode).sort();
    expect(codes).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });
});

describe('the security check', () => {
  it('accepts one attempt within five minutes', async () => {
    const { user } = await registerTeacher(test);
    const credentials = { email: user.email, password: PASSWORD };
    const captcha = await solveCaptcha(test);
    expect((await logIn(credentials, captcha)).statusCode).toBe(200);
    const again = await logIn(credentials, captcha);
    expect([again.statusCode, again.json<Problem>().code]).toEqual([400, 'captcha_failed']);

    const wrong = { ...(await solveCaptcha(test)), captchaAnswer: '999' };
    expect((await logIn(credentials, wrong)).json<Problem>().code).toBe('captcha_failed');

    const stale = await solveCaptcha(test);
    test.clock.now = new Date(test.clock.now.getTime() + 5 * 60_000 + 1);
    expect((await logIn(credentials, stale)).json<Problem>().code).toBe('captcha_failed');
  });

  it.each([[undefined], [null], [[]], [{}], [''], [true], ['12 or 1=1'], ['1e1'], ['9'.repeat(21)]])(
    'rejects the answer %j',
    async (captchaAnswer) => {
      const captcha = { ...(await solveCaptcha(test)), captchaAnswer };
      const response = await logIn({ email: 'nobody@example.com', password: 'whatever' }, captcha);
      expect([response.statusCode, response.json<Problem>().code]).toEqual([400, 'captcha_failed']);
    },
  );

  it('accepts a number as the answer, and asks in the reader’s language', async () => {
    const { user } = await registerTeacher(test);
    const { captchaToken, captchaAnswer } = await solveCaptcha(test);
    const response = await logIn(
      { email: user.email, password: PASSWORD },
      { captchaToken, captchaAnswer: Number(captchaAnswer) },
    );
    expect(response.statusCode).toBe(200);
    const hindi = await test.call({
      url: '/api/auth/captcha',
      headers: { 'accept-language': 'hi-IN,hi;q=0.9' },
    });
    expect(hindi.json().question).toContain('कितना');
  });
});

describe('login', () => {
  it('ignores the case of the email, and gives the same error for an unknown email and a wrong password', async () => {
    const { user } = await registerTeacher(test, { email: 'ravi@example.com' });
    const right = await logIn({ email: ' RAVI@example.com ', password: PASSWORD });
    expect([right.statusCode, right.json<Session>().user]).toEqual([200, user]);
    const wrong = await logIn({ email: 'ravi@example.com', password: 'not this one' });
    const unknown = await logIn({ email: 'unknown@example.com', password: 'not this one' });
    expect([wrong.statusCode, wrong.json<Problem>().message]).toEqual([
      401,
      'Invalid email, phone number or password.',
    ]);
    const { requestId: _one, ...first } = wrong.json<Problem>();
    const { requestId: _other, ...second } = unknown.json<Problem>();
    expect(first).toEqual(second);
  });

  it('reports a deactivation only to a teacher with the right password, whose session is invalid', async () => {
    const { user, token } = await registerTeacher(test);
    await test.database.db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', user._id)
      .execute();
    const right = await logIn({ email: user.email, password: PASSWORD });
    expect([right.statusCode, right.json<Problem>().message]).toEqual([
      403,
      'Your account is inactive. Please contact the administrator.',
    ]);
    expect((await logIn({ email: user.email, password: 'not this' })).statusCode).toBe(401);
    expect((await profile(token)).statusCode).toBe(401);
  });
});

describe('sessions', () => {
  it('end at logout and after seven days', async () => {
    const first = await registerTeacher(test);
    const out = await test.call({ method: 'POST', url: '/api/auth/logout', token: first.token });
    expect(out.statusCode).toBe(204);
    expect((await profile(first.token)).statusCode).toBe(401);

    const second = await registerTeacher(test);
    test.clock.now = new Date(test.clock.now.getTime() + 7 * 86_400_000 - 1_000);
    expect((await profile(second.token)).statusCode).toBe(200);
    test.clock.now = new Date(test.clock.now.getTime() + 2_000);
    expect((await profile(second.token)).statusCode).toBe(401);
  });

  it('are not accepted with a token that this server did not sign', async () => {
    const { token, user } = await registerTeacher(test);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: user._id, role: 'admin' })).toString(
      'base64url',
    );
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from('another secret that is long enough too'));
    const forged = [
      undefined,
      'nonsense',
      `${none}.${payload}.`,
      `${header}.${changed}.${signature}`,
      `${header}.${payload}.`,
      foreign,
    ];
    for (const bad of forged) expect((await profile(bad)).statusCode, bad).toBe(401);
  });
});
