import type { Problem } from '@mutual-transfer/domain/problem';
import { describe, expect, it } from 'vitest';
import { registrationOf } from '../../test/testing/factories.ts';
import { newBrowser, statusesOf, times, withLimits } from '../../test/testing/limited-app.ts';
import { solveProof } from '../../test/testing/solve-proof.ts';
import type { TestApp } from '../../test/testing/test-app.ts';

const address = '203.0.113.40';
const list = (app: TestApp, cookie: string) =>
  app.call({ url: '/api/requests/public', address, headers: { cookie } });

/** Sets what the browsers behind the address have read in this window. */
async function setReads(app: TestApp, points: number): Promise<void> {
  await app.database.pool.query(
    `insert into rate_limits values ('api-address:${address}', $1, now() + interval '5 minutes')
      on conflict (key) do update set points = $1`,
    [points],
  );
}

describe('people behind one address', () => {
  it(
    'read ten pages each on 150 phones without a refusal',
    withLimits(async (limited) => {
      const cookies = await times(150, () => newBrowser(limited, address));
      for (let page = 0; page < 10; page++) {
        const answers = await Promise.all(cookies.map((cookie) => list(limited, cookie)));
        expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
      }
    }),
  );

  it(
    'solve one proof of work each beyond a hundred times the reads of one, and are refused beyond a thousand times',
    withLimits(async (limited) => {
      const [first, second] = [await newBrowser(limited, address), await newBrowser(limited, address)];
      await setReads(limited, 30_000);
      await times(25, () => list(limited, first));
      const asked = await list(limited, first);
      expect([asked.statusCode, asked.json<Problem>().code]).toEqual([400, 'proof_needed']);

      const body = { proof: await solveProof(limited) };
      const sent = await limited.call({
        method: 'POST',
        url: '/api/auth/proof',
        body,
        address,
        headers: { cookie: first },
      });
      expect(sent.statusCode).toBe(204);
      const proved = String(sent.headers['set-cookie']).split(';')[0] ?? '';
      expect(new Set(statusesOf(await times(60, () => list(limited, proved))))).toEqual(new Set([200]));
      // The proof admits the browser that solved it, once.
      expect((await list(limited, second)).json<Problem>().code).toBe('proof_needed');
      const again = { method: 'POST', url: '/api/auth/proof', body, address } as const;
      expect((await limited.call(again)).json<Problem>().code).toBe('proof_needed');
      // A changed cookie is the cookie of no browser.
      expect((await list(limited, proved.replace(/\.\d+\./, '.9999999999999.'))).statusCode).toBe(400);

      await setReads(limited, 300_000);
      await times(25, () => list(limited, proved));
      expect((await list(limited, proved)).json<Problem>().code).toBe('rate_limited');
    }),
  );

  it(
    'register a thousand in an hour with one proof of work each at most',
    withLimits(async (limited) => {
      const register = async (more: object = {}) => {
        const body = { ...(await registrationOf(limited)), ...more };
        return limited.call({ method: 'POST', url: '/api/auth/register', body, address });
      };
      expect((await register()).statusCode).toBe(201);
      await limited.database.pool.query("update rate_limits set points = 999 where key like 'registration%'");
      expect((await register()).json<Problem>().code).toBe('proof_needed');
      expect((await register({ proof: await solveProof(limited) })).statusCode).toBe(201);
    }),
  );

  it(
    'share the ceiling by IPv6 /64, and not by /48',
    withLimits(async (limited) => {
      await limited.database.pool.query(
        "insert into rate_limits values ('api-address:' || $1, 30000, now() + interval '5 minutes')",
        ['32.1.13.184.0.1.0.2/64'],
      );
      const read = (from: string) => limited.call({ url: '/api/requests/public', address: from });
      await times(25, () => read('2001:db8:1:2::1'));
      expect((await read('2001:db8:1:2::9')).json<Problem>().code).toBe('proof_needed');
      expect((await read('2001:db8:1:3::1')).statusCode).toBe(200);
    }),
  );
});
