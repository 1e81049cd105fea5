import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startComposedApp, type TestApp } from '../../test/testing/test-app.ts';
import { readConfig } from '../platform/config.ts';
import { writeSupport } from '../platform/support.ts';

let test: TestApp;
const department = {
  ...{ kind: 'department' as const, name: 'Education Department', address: 'Vikas Bhawan, Patna' },
  ...{ phone: '0612 2200001', grievanceOfficer: 'Asha Kumari, Deputy Director', gstin: '' },
};

beforeAll(async () => {
  test = await startComposedApp();
});
afterAll(() => test.close());

const read = async (url: string, language = 'en') =>
  (await test.call({ url, headers: { 'accept-language': language } })).body;

it('the pages about who runs the site are complete without scripts, in both languages', async () => {
  await writeSupport(test.database.db, { supportEmail: 'desk@example.org', operator: department });
  const contact = await read('/contact');
  for (const value of ['Education Department', 'Vikas Bhawan, Patna', '0612 2200001', 'desk@example.org'])
    expect(contact).toContain(value);
  for (const path of ['/terms', '/refunds', '/help', '/accessibility', '/privacy-notice'])
    expect([path, /<h1>[^<]*[\u0900-\u097f]/.test(await read(path, 'hi'))]).toEqual([path, true]);
});

it('a page says that this is no site of the government if and only if its founders run it', async () => {
  const sentence = 'This is not a site of the government.';
  for (const kind of ['founder', 'department'] as const) {
    await writeSupport(test.database.db, {
      supportEmail: 'desk@example.org',
      operator: { ...department, kind },
    });
    for (const path of ['/register', '/login', '/help'])
      expect([path, kind, (await read(path)).includes(sentence)]).toEqual([path, kind, kind === 'founder']);
  }
});

it('the privacy notice says how long each kind of row is kept, and names sealed records and providers only if there are some', async () => {
  const english = await read('/privacy-notice');
  for (const text of [
    '1 year: ',
    '8 years: ',
    'asked by a message, and deleted after 3',
    'as long as your account: ',
  ])
    expect(english.replaceAll('<!-- -->', '')).toContain(text);
  expect(await read('/privacy-notice', 'hi')).toContain('3 साल बाद वह मिटा दिया जाता है');
  const sealed = /no part of (the|this) site can read it/g;
  expect(english.match(sealed)).toBeNull();
  const recipient = await identityToRecipient(await generateX25519Identity());
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    SEALED_RECORDS_KEY: recipient,
    SMTP_URL: 'smtp://localhost',
    MAIL_FROM: 'us@example.org',
    PUBLIC_URL: 'https://product.example',
  });
  const sealing = await startComposedApp(() => ({ config }));
  const facts = (await sealing.call({ url: '/privacy-notice' })).body;
  expect(facts.match(sealed)).toHaveLength(2);
  expect([english, facts].map((body) => body.includes('Our mail provider, for a mail'))).toEqual([
    false,
    true,
  ]);
  await sealing.close();
});

it('search engines and people who found a weakness are told where to look', async () => {
  expect(await read('/sitemap.xml')).toMatch(/<loc>https?:\/\/[^<]+\/privacy-notice<\/loc>/);
  const contact = await read('/.well-known/security.txt');
  expect(contact).toContain('Contact: mailto:desk@example.org');
  const [, expires = ''] = /^Expires: (.+)$/m.exec(contact) ?? [];
  expect(new Date(expires).getTime()).toBeGreaterThan(test.clock.now.getTime());
});

it('a page without data is rendered once for the people behind all addresses, and one with a security check for each', async () => {
  const policyOf = async (url: string, address: string) =>
    (await test.call({ url, address })).headers['content-security-policy'];
  const policies = async (url: string) =>
    new Set(await Promise.all(['192.0.2.1', '192.0.2.1', '192.0.2.2'].map((from) => policyOf(url, from))));
  expect((await policies('/accessibility')).size).toBe(1);
  expect((await policies('/login')).size).toBe(3);
});
