import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { OpenDatabase } from '../../src/platform/database/open-database.ts';
import { registerTeacher, registrationOf, requestOf, solveCaptcha } from '../testing/factories.ts';
import { lockTable, waitingForLocks } from '../testing/locks.ts';
import { startDatabaseProxy } from '../testing/processes/database-proxy.ts';
import { findNginx, type Nginx, startNginx } from '../testing/processes/nginx.ts';
import {
  callerOf,
  type ServerProcess,
  startServer,
  stopServers,
} from '../testing/processes/server-process.ts';
import { ringOfThree, ringsOf } from '../testing/ring-of-three.ts';
import { type Caller, cloneDatabase } from '../testing/test-app.ts';

const POSTS = 8;

describe('two servers on one database behind nginx', () => {
  let clone: { database: OpenDatabase; drop: () => Promise<void> };
  let closeProxy: () => Promise<void>;
  let variables: Record<string, string>;
  let first: ServerProcess;
  let second: ServerProcess;
  let nginx: Nginx;

  beforeAll(async () => {
    clone = await cloneDatabase();
    const proxy = await startDatabaseProxy(inject('postgres'));
    closeProxy = proxy.close;
    variables = {
      DATABASE_URL: proxy.urlOf(clone.database.pool.options.database ?? ''),
      TOKEN_SECRET: 'a secret that both servers know of',
      RATE_LIMIT: 'on',
    };
    const trusting = { ...variables, TRUSTED_PROXIES: '127.0.0.1' };
    [first, second] = await Promise.all([startServer(trusting), startServer(trusting)]);
    nginx = await startNginx(findNginx(), [first.base, second.base]);
  });

  afterAll(async () => {
    await nginx?.stop();
    await stopServers();
    await closeProxy();
    await clone.drop();
  });

  let addresses = 0;

  /** Returns a caller that calls the server as nginx would, as a different visitor each time. */
  function as(server: Caller): Caller {
    return {
      call: (call) => {
        addresses += 1;
        return server.call({
          ...call,
          headers: { 'x-forwarded-for': `10.1.${addresses >> 8}.${addresses & 255}` },
        });
      },
    };
  }

  it('share sessions and logouts', async () => {
    const { token } = await registerTeacher(as(first));
    const own = () => second.call({ url: '/api/requests/my', token });
    expect((await own()).statusCode).toBe(200);
    expect((await first.call({ method: 'POST', url: '/api/auth/logout', token })).statusCode).toBe(204);
    expect((await own()).statusCode).toBe(401);
  });

  it('accept the answer to a security check of the other server, once', async () => {
    const captcha = await solveCaptcha(first);
    const register = async (server: Caller) => {
      const body = { ...(await registrationOf(server)), ...captcha };
      return (await as(server).call({ method: 'POST', url: '/api/auth/register', body })).statusCode;
    };
    expect([await register(second), await register(first)]).toEqual([201, 400]);
  });

  it.each(['verifications', 'orders', 'joinings'])(
    'get CSV files of 4 MiB at /api/admin/%s',
    async (route) => {
      const response = await fetch(`${nginx.base}/api/admin/${route}`, {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: 'x'.repeat(4 * 1024 ** 2),
      });
      expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
    },
  );

  it('leave no query in the access log of nginx, such as the token of a link in an e-mail', async () => {
    await fetch(`${nginx.base}/reset?token=${'s'.repeat(43)}`, {
      headers: { referer: `${nginx.base}/?search=Asha` },
    });
    await expect.poll(nginx.log).toContain('"GET /reset HTTP/1.1"');
    expect(await nginx.log()).not.toMatch(/sss|Asha/);
  });

  it('show a ring that was posted at the other server', async () => {
    const [wisher] = await ringOfThree(as(first), 'Physics');
    await expect.poll(async () => (await ringsOf(second, wisher)).rings.length).toBe(1);
  });

  it('answer idempotent calls although one of them is killed', async () => {
    const { token } = await registerTeacher(as(first));
    const statuses: number[] = [];
    const visitor = async () => {
      while (statuses.length < 400) {
        statuses.push((await callerOf(nginx.base).call({ url: '/api/requests', token })).statusCode);
      }
    };
    const visitors = Promise.all(Array.from({ length: 8 }, visitor));
    await expect.poll(() => statuses.length, { interval: 5 }).toBeGreaterThan(100);
    const before = statuses.length;
    await second.stop('SIGKILL');
    expect(before).toBeLessThan(400);
    await visitors;
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    second = await startServer({
      ...variables,
      TRUSTED_PROXIES: '127.0.0.1',
      PORT: new URL(second.base).port,
    });
  });

  it('lose only the calls in flight at a killed server, which can be retried', async () => {
    const teachers = await Promise.all(Array.from({ length: POSTS }, () => registerTeacher(as(first))));
    // A new nginx has no failed-upstream state, so it balances over both servers.
    const fresh = await startNginx(findNginx(), [first.base, second.base]);
    const post = async (token: string) =>
      (await callerOf(fresh.base).call({ method: 'POST', url: '/api/requests', token, body: requestOf() }))
        .statusCode;
    const lock = await lockTable('requests', clone.database);
    const posts = Promise.all(teachers.map(({ token }) => post(token)));
    await expect.poll(() => waitingForLocks(clone.database)).toBe(POSTS);
    await second.stop('SIGKILL');
    await lock.release();
    const statuses = await posts;
    expect(new Set(statuses)).toEqual(new Set([201, 502]));
    const again = await Promise.all(teachers.map(({ token }) => post(token)));
    expect(again.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(again.filter((_, who) => statuses[who] === 201)).toEqual(
      statuses.filter((status) => status === 201).map(() => 409),
    );
    const { rows } = await clone.database.pool.query('select from requests where user_id = any ($1)', [
      teachers.map(({ user }) => user._id),
    ]);
    expect(rows).toHaveLength(POSTS);
    await fresh.stop();
    second = await startServer({
      ...variables,
      TRUSTED_PROXIES: '127.0.0.1',
      PORT: new URL(second.base).port,
    });
  });

  it('count login attempts over both, by the address that nginx saw and not by a forged one', async () => {
    const claims = Array.from({ length: 30 }, (_, which) => `10.2.0.${which}`);
    const statuses: number[] = [];
    for (const claim of claims) statuses.push(await tryLogin(callerOf(nginx.base), claim));
    expect(statuses.indexOf(429)).toBe(25);
    expect(statuses.slice(25)).toEqual(statuses.slice(25).map(() => 429));
    // Behind the trusted proxy each `X-Forwarded-For` is its own visitor; without a trusted proxy the header is
    // ignored.
    expect(await tryLogin(first, '10.2.1.1')).toBe(401);
    const distrusting = await startServer(variables);
    expect(await tryLogin(distrusting, '10.2.1.2')).toBe(429);
  });

  /** Tries a wrong password for one account, with the correct answer to the security check. */
  async function tryLogin(server: Caller, claim: string): Promise<number> {
    const answer = await server.call({
      method: 'POST',
      url: '/api/auth/login',
      body: { email: 'guessed@example.com', password: 'wrong guess', ...(await solveCaptcha(first)) },
      headers: { 'x-forwarded-for': claim },
    });
    return answer.statusCode;
  }
});
