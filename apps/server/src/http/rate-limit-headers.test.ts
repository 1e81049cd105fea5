import { describe, expect, it } from 'vitest';
import { PASSWORD, registerTeacher, requestOf, solveCaptcha } from '../../test/testing/factories.ts';
import { newBrowser, withLimits } from '../../test/testing/limited-app.ts';
import { signIn } from '../../test/testing/sessions.ts';

describe('rate-limit headers of a response', () => {
  const headersOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }) => ({
    policy: headers['ratelimit-policy'],
    left: headers.ratelimit,
  });

  it(
    'contain a visitor’s budget and its remainder, for 304 and 429 as well',
    withLimits(async (limited) => {
      const cookie = await newBrowser(limited);
      const read = (headers = {}) =>
        limited.call({ url: '/api/reference', address: '203.0.113.5', headers: { cookie, ...headers } });
      const first = await read();
      expect(headersOf(first)).toEqual({
        policy: '"api";q=300;w=300',
        left: expect.stringMatching(/^"api";r=299;t=(300|2\d\d)$/),
      });
      const unchanged = await read({ 'if-none-match': String(first.headers.etag) });
      expect(unchanged.statusCode).toBe(304);
      expect(headersOf(unchanged).left).toMatch(/^"api";r=298;t=(300|2\d\d)$/);
      await Promise.all(Array.from({ length: 298 }, () => read()));
      const refused = await read();
      expect(refused.statusCode).toBe(429);
      expect(headersOf(refused).left).toMatch(/^"api";r=0;t=\d+$/);
      expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      // What others behind the address have read is not told.
      const unknown = await limited.call({ url: '/api/reference', address: '203.0.113.5' });
      expect([unknown.statusCode, headersOf(unknown).policy]).toEqual([200, undefined]);
      expect(headersOf(await limited.call({ url: '/api/health' })).policy).toBeUndefined();
    }),
  );

  it(
    'contain each budget that a call counts in, and exclude reverted counts',
    withLimits(async (limited) => {
      const { token, user } = await registerTeacher(limited);
      const posted = await limited.call({ method: 'POST', url: '/api/requests', body: requestOf(), token });
      expect(posted.statusCode).toBe(201);
      expect(headersOf(posted).policy).toBe('"account";q=1500;w=300, "posting";q=20;w=86400');
      expect(headersOf(posted).left).toMatch(/^"account";r=1499;t=(300|2\d\d), "posting";r=19;t=86[34]\d\d$/);
      const again = await limited.call({ method: 'POST', url: '/api/requests', body: requestOf(), token });
      expect(again.statusCode).toBe(409);
      expect(headersOf(again).left).toMatch(/"posting";r=19;/);
      const signIn = async (password: string) =>
        limited.call({
          method: 'POST',
          url: '/api/auth/login',
          body: { email: user.email, password, ...(await solveCaptcha(limited)) },
          address: '203.0.113.5',
        });
      expect(headersOf(await signIn('a guess')).left).toMatch(/"login";r=24;t=3[56]\d\d$/);
      expect(headersOf(await signIn(PASSWORD)).left).toMatch(/"login";r=24;/);
      const headers = { cookie: await newBrowser(limited) };
      const list = await limited.call({ url: '/api/requests/public', address: '203.0.113.5', headers });
      expect(headersOf(list).left).toMatch(/^"api";r=\d+;t=\d+, "visitor-rows";r=2999;t=86[34]\d\d$/);
    }),
  );

  it(
    'count a joint application as twenty reads',
    withLimits(async (limited) => {
      const { token } = await registerTeacher(limited);
      const url = '/api/agreements/019a0000-0000-7000-8000-000000000000/application.pdf';
      expect(headersOf(await limited.call({ url, token })).left).toMatch(/^"account";r=1480;/);
    }),
  );

  it(
    'count a list by its rows: one of a hundred costs ten times one of ten',
    withLimits(async (limited) => {
      const { token } = await registerTeacher(limited);
      const left = async (limit: number) =>
        headersOf(await limited.call({ url: `/api/requests?limit=${limit}`, token })).left;
      expect(await left(10)).toMatch(/^"account";r=1499;/);
      expect(await left(100)).toMatch(/^"account";r=1489;/);
      expect(await left(11)).toMatch(/^"account";r=1487;/);
    }),
  );

  it(
    'count an account over all its sessions: signing in again starts no new budget',
    withLimits(async (limited) => {
      const { user, token } = await registerTeacher(limited);
      const another = await signIn(limited, user._id);
      const left = async (of: string) =>
        headersOf(await limited.call({ url: '/api/auth/profile', token: of })).left;
      for (const [of, rest] of [
        [token, 1_499],
        [another, 1_498],
        [token, 1_497],
      ] as const) {
        expect(await left(of)).toMatch(new RegExp(`^"account";r=${rest};`));
      }
    }),
  );

  it(
    'include calls that other server processes counted',
    withLimits(async (limited) => {
      const { token } = await registerTeacher(limited);
      const read = () => limited.call({ url: '/api/auth/profile', token });
      await Promise.all(Array.from({ length: 24 }, read));
      await limited.database.pool.query(
        "insert into rate_limits (key, points, expires_at) select 'account:' || id, 700, now() + interval '5 minutes' from users on conflict (key) do update set points = 700",
      );
      expect(headersOf(await read()).left).toMatch(/^"account";r=775;/);
      expect(headersOf(await read()).left).toMatch(/^"account";r=774;/);
    }),
  );
});
