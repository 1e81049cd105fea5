import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeCertificate } from '../../test/testing/processes/certificate.ts';
import { bareEnvironment, operatorSettings } from '../../test/testing/processes/server-process.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { embeddedSuperuser } from '../platform/database/embedded-postgres.ts';
import { checkBackup, checkClock, checkMailDomain, checkSite, type Resolver } from './doctor-checks.ts';

const command = join(import.meta.dirname, 'doctor.ts');
const run = promisify(execFile);

let test: TestApp;
let folder: string;

beforeAll(async () => {
  test = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'mutual-transfer-doctor-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command on the database of the test. */
async function doctor(variables: Record<string, string>, ...parameters: string[]) {
  const { host, port } = inject('postgres');
  const { database } = test.database.pool.options;
  const url = `postgres://${embeddedSuperuser}@${encodeURIComponent(host)}:${port}/${database}`;
  const env = { ...bareEnvironment, DATABASE_URL: url, ...variables };
  const ended = await run(process.execPath, [command, ...parameters], { env }).catch((error) => error);
  return { status: ended.code ?? 0, text: ended.stdout as string };
}

const production = {
  ...operatorSettings,
  NODE_ENV: 'production',
  TOKEN_SECRET: 'vK3xq8Zr0mT6yN1cP5wB7dJ9hF2sL4aG',
  // No process listens on port 9.
  PUBLIC_URL: 'http://127.0.0.1:9',
};

describe('the command doctor', () => {
  it('names each setting that is missing or wrong, and ends with status 1', async () => {
    const { status, text } = await doctor({ NODE_ENV: 'production' }, '--settings');
    expect(status).toBe(1);
    for (const name of ['TOKEN_SECRET', 'OPERATOR_KIND', 'GRIEVANCE_OFFICER'])
      expect(text).toMatch(new RegExp(`^✗ settings: ${name}`, 'm'));
  });

  it('looks at the settings alone if it is asked to, as before a release', async () => {
    expect(await doctor(production, '--settings')).toEqual({
      status: 0,
      text: '✓ settings: all are valid, for production\n1 well, 0 not checked, 0 wrong\n',
    });
  });

  it('says what to do about a site that does not answer and a missing backup, and what it did not check', async () => {
    const { status, text } = await doctor(production, '--backups', join(folder, 'none'));
    expect(status).toBe(1);
    expect(text).toMatch(/^✓ database: answers$/m);
    expect(text).toMatch(/^\? mail: no mail server is configured\n {4}Set SMTP_URL and MAIL_FROM\.$/m);
    expect(text).toMatch(
      /^✗ site: http:\/\/127\.0\.0\.1:9 does not answer: .*\n {4}Look at the name in DNS/m,
    );
    expect(text).toMatch(/^✗ backup: .*none is missing or cannot be read\n {4}Start one/m);
    expect(text).not.toContain(production.TOKEN_SECRET);
  });
});

describe('the domain of mail', () => {
  const records: Record<string, string[][]> = {
    'example.in': [['google-site-verification=x'], ['v=spf1 include:', 'provider.example -all']],
    '_dmarc.example.in': [['v=DMARC1; p=quarantine']],
    'one._domainkey.example.in': [['v=DKIM1; k=rsa; p=MIIB']],
    'revoked._domainkey.example.in': [['v=DKIM1; p=']],
  };
  const absent = async (): Promise<never> => {
    throw new Error('ENOTFOUND');
  };
  const resolver: Resolver = {
    resolveTxt: async (name) => records[name] ?? absent(),
    resolve4: async (name) =>
      ({ 'smtp.example.in': ['192.0.2.1'], 'mail.example.in': ['192.0.2.1'] })[name] ?? absent(),
    reverse: async (address) => (address === '192.0.2.1' ? ['mail.example.in'] : absent()),
  };
  const check = async (from: string, host: string, selector?: string) => {
    const findings = await checkMailDomain(resolver, { from, host, selector });
    return Object.fromEntries(findings.map(({ check: name, state }) => [name, state]));
  };

  it('has SPF, DKIM, DMARC and a name that leads back to the address', async () => {
    expect(await check('no-reply@example.in', 'smtp.example.in', 'one')).toEqual({
      SPF: 'ok',
      DKIM: 'ok',
      DMARC: 'ok',
      'reverse DNS': 'ok',
    });
  });

  it('is reported if a record is missing or a key was revoked; a key without a name is not checked', async () => {
    expect(await check('no-reply@other.in', 'nowhere.in', 'revoked')).toEqual({
      SPF: 'wrong',
      DKIM: 'wrong',
      DMARC: 'wrong',
      'reverse DNS': 'wrong',
    });
    expect(await check('no-reply@example.in', 'smtp.example.in', 'revoked')).toMatchObject({ DKIM: 'wrong' });
    expect(await check('no-reply@example.in', 'smtp.example.in')).toMatchObject({ DKIM: 'unchecked' });
  });
});

it('a site whose certificate is not trusted has the certificate’s hint', async () => {
  const { key, certificate } = makeCertificate('IP:127.0.0.1');
  const server = createServer({ key, cert: certificate }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [site] = await checkSite(`https://127.0.0.1:${port}`, 'abc', false);
  server.close();
  expect(site).toMatchObject({ state: 'wrong', found: expect.stringContaining('certificate') });
  expect(site?.todo).toContain('ports 80 and 443 are open');
});

it('a backup is well for 26 hours', async () => {
  const now = new Date('2027-01-10T12:00:00Z');
  expect(await checkBackup(folder, now)).toMatchObject({ state: 'wrong', found: `${folder} is empty` });
  for (const [hours, state] of [
    [40, 'wrong'],
    [25, 'ok'],
  ] as const) {
    const file = join(folder, `mutual-transfer-${hours}.dump.age`);
    await writeFile(file, '');
    const time = new Date(now.getTime() - hours * 3_600_000);
    await utimes(file, time, time);
    expect(await checkBackup(folder, now)).toMatchObject({ state, check: 'backup' });
  }
});

it('a clock that differs from the database’s by more than two seconds is wrong', async () => {
  const now = new Date();
  expect(await checkClock(new Date(now.getTime() - 3_000), now)).toMatchObject({ state: 'wrong' });
});
