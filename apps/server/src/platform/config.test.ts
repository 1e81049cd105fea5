import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { operatorSettings } from '../../test/testing/processes/server-process.ts';
import { givenVariables, projectFolder, readConfig } from './config.ts';

const SECRET = 'vK3xq8Zr0mT6yN1cP5wB7dJ9hF2sL4aG';

describe('demo data', () => {
  it('is allowed only on a server that other machines cannot reach and that has no external services', () => {
    expect(readConfig({}).demo).toBe(true);
    expect(readConfig({ HOST: '127.0.0.1' }).demo).toBe(true);
    for (const variables of [
      { DEMO: '0' },
      { NODE_ENV: 'production', TOKEN_SECRET: SECRET, ...operatorSettings },
      { NODE_ENV: 'test' },
      { DATABASE_URL: 'postgres://localhost/product' },
      { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'secret', RAZORPAY_WEBHOOK_SECRET: SECRET },
      { HOST: '0.0.0.0' },
      { HOST: '203.0.113.9' },
      { TRUSTED_PROXIES: '10.0.0.0/8' },
    ]) {
      expect(readConfig({ DEMO: '1', ...variables }).demo, JSON.stringify(variables)).toBe(false);
    }
  });

  it('has a data folder of its own, unless one is configured', () => {
    const production = { NODE_ENV: 'production', TOKEN_SECRET: SECRET, ...operatorSettings };
    const folderOf = (variables: Record<string, string>) =>
      relative(projectFolder, readConfig(variables).dataFolder);
    expect(folderOf({})).toBe('.data/demo');
    expect(folderOf({ DEMO: '0' })).toBe('.data');
    expect(folderOf(production)).toBe('.data');
    expect(folderOf({ DATA_DIR: 'elsewhere' })).toBe('elsewhere');
  });
});

it('no other database is used in silence where the product is installed', () => {
  const installed = import.meta.filename;
  expect(() => readConfig({}, installed)).toThrow('use mutual-transfer COMMAND');
  for (const variables of [{ DATABASE_URL: 'postgres://localhost/product' }, { DATA_DIR: 'elsewhere' }])
    expect(readConfig(variables, installed)).toMatchObject({ mode: 'development' });
});

describe('the listening address', () => {
  it('is the loopback address, unless another one is configured or in production', () => {
    expect(readConfig({}).host).toBe('127.0.0.1');
    expect(readConfig({ HOST: '::' }).host).toBe('::');
    const production = { NODE_ENV: 'production', TOKEN_SECRET: SECRET, ...operatorSettings };
    expect(readConfig(production).host).toBe('0.0.0.0');
  });
});

describe('the secret', () => {
  it.each([
    'a'.repeat(64),
    'changeme'.repeat(6),
    '0123456789'.repeat(4),
    '0123456789abcdef0123456789abcdef',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'passwordpasswordpasswordpassword',
    'short',
  ])('%j is refused', (secret) => {
    expect(() => readConfig({ TOKEN_SECRET: secret })).toThrow(/TOKEN_SECRET: (is easy to guess|must have)/);
    expect(() => readConfig({ RAZORPAY_WEBHOOK_SECRET: secret })).toThrow(/is easy to guess/);
  });

  it('is required in production', () => {
    const production = { NODE_ENV: 'production', ...operatorSettings };
    expect(() => readConfig(production)).toThrow('TOKEN_SECRET must be set in production');
  });

  it.each([
    SECRET,
    '9f86d081884c7d659a2feaa0c55ad015',
    'MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXY=',
    'a secret that both servers know of',
  ])('%j is accepted', (secret) => {
    expect(readConfig({ TOKEN_SECRET: secret }).tokenSecret).toBe(secret);
  });
});

describe('the address of the database', () => {
  it('must begin with the scheme of PostgreSQL', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://x' })).toThrow(
      'DATABASE_URL: must begin with postgres://',
    );
  });
});

describe('a malformed setting', () => {
  const codes = '{"code.en":"1","code.hi":"2"}';
  const sending = { PUBLIC_URL: 'https://transfer.example.org', MAIL_FROM: 'notices@example.org' };
  it.each<[name: string, variables: Record<string, string>]>([
    ['PORT', { PORT: ' ' }],
    ['PORT', { PORT: '1e3' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://app:secret@127.0.0.1:99999/product' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://app:se@cret@127.0.0.1/product' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://app:sec#ret@127.0.0.1/product' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://app:12/x@127.0.0.1/product' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://app:12?x@127.0.0.1/product' }],
    ['SMTP_URL', { ...sending, SMTP_URL: 'smtp://user:secret@host:99999' }],
    ['SMTP_URL', { ...sending, SMTP_URL: 'smtp://user:secr%et@host:587' }],
    ['MSG91_URL', { MSG91_AUTH_KEY: 'key', SMS_TEMPLATES: codes, MSG91_URL: 'control.msg91.com' }],
    ['MSG91_AUTH_KEY', { SMS_TEMPLATES: codes }],
    ['SMS_TEMPLATES', { MSG91_AUTH_KEY: 'key', SMS_TEMPLATES: 'template' }],
    ['SMS_TEMPLATES', { MSG91_AUTH_KEY: 'key', SMS_TEMPLATES: '{"code.en":"1"}' }],
    [
      'SMS_TEMPLATES',
      { MSG91_AUTH_KEY: 'key', SMS_TEMPLATES: '{"code.en":"1","code.hi":"2","asked.xx":"3"}' },
    ],
    ['PUBLIC_URL', { MSG91_AUTH_KEY: 'key', SMS_TEMPLATES: '{"code.en":"1","code.hi":"2","asked.hi":"3"}' }],
    ['VAPID_PUBLIC_KEY', { ...sending, VAPID_PUBLIC_KEY: 'short', VAPID_PRIVATE_KEY: 'short' }],
    ['RAZORPAY_URL', { RAZORPAY_URL: 'api.razorpay.com' }],
    ['RAZORPAY_KEY_ID', { RAZORPAY_KEY_ID: 'rzp_live_1' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '127.0.0.1/33' }],
  ])('of %s prevents the start, in a sentence without the password', (name, variables) => {
    const start = () => readConfig(variables);
    expect(start).toThrow(new RegExp(`^${name}\\b`, 'm'));
    expect(start).not.toThrow(/se@?c/);
  });
});

it('spaces in a list of addresses or hosts are ignored', () => {
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,' });
  expect(trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8']);
  const { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY } = webPush.generateVAPIDKeys();
  const pair = { PUBLIC_URL: 'https://transfer.example.org', VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY };
  const { push } = readConfig({ ...pair, PUSH_SERVICES: 'push.example.org, push.example.net,' });
  expect(push?.services).toEqual(['push.example.org', 'push.example.net']);
});

describe('the operator', () => {
  it('is required in production, each part by its name', () => {
    const production = { NODE_ENV: 'production', TOKEN_SECRET: SECRET, ...operatorSettings };
    for (const name of Object.keys(operatorSettings))
      expect(() => readConfig({ ...production, [name]: '' })).toThrow(`${name} must be set in production`);
    expect(() => readConfig({ OPERATOR_EMAIL: 'nobody' })).toThrow('OPERATOR_EMAIL: Invalid email address');
    expect(() => readConfig({ OPERATOR_GSTIN: '10AAAA' })).toThrow('OPERATOR_GSTIN');
    expect(() => readConfig({ OPERATOR_ADDRESS: 'x' })).toThrow(
      /^OPERATOR_ADDRESS: Please write at least \d+ characters\.$/,
    );
    const { supportEmail, operator: known } = readConfig(production);
    expect([supportEmail, known.kind, known.name]).toEqual([
      'help@example.org',
      'founder',
      'Mutual Transfer',
    ]);
  });
});

describe('a file `.env` in the folder of the checkout', () => {
  it('is read, but variables of the environment take precedence', () => {
    const folder = mkdtempSync(join(tmpdir(), 'settings-'));
    expect(givenVariables(folder, { PORT: '4000' })).toEqual({ PORT: '4000' });
    writeFileSync(join(folder, '.env'), '# A comment\nPORT=5000\nOPERATOR_EMAIL="help@example.org"\n');
    const { port, supportEmail } = readConfig(givenVariables(folder, { PORT: '4000' }));
    expect([port, supportEmail]).toEqual([4_000, 'help@example.org']);
    rmSync(folder, { recursive: true });
  });
});
