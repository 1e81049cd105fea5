import type { Language } from '@mutual-transfer/domain/language/language';
import type { MessageTexts } from '@mutual-transfer/domain/language/messages';
import { messages } from '@mutual-transfer/domain/language/packs/en/messages';
import { registerLanguagePack } from '@mutual-transfer/domain/language/packs/language-packs';
import type { Problem } from '@mutual-transfer/domain/problem';
import { buildReferenceData } from '@mutual-transfer/domain/reference/reference-data';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postRequest, registerTeacher } from './testing/factories.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

/** Language that only this test registers. */
const madeUp = 'qaa' as Language;
const headers = { 'accept-language': `${madeUp}-IN,en;q=0.5` };

let test: TestApp;

beforeAll(async () => {
  const entry = {
    name: 'Madeupish',
    invitation: 'Readu in Madeupish',
    locale: 'bn-IN',
    digits: 'beng',
    tileLetters: 3,
  };
  registerLanguagePack(madeUp, entry, {
    messages: Object.fromEntries(
      Object.entries(messages).map(([key, text]) => [key, `«${text}»`]),
    ) as MessageTexts,
    names: {
      districts: { patna: 'Patnagaro' },
      blocks: { danapur: 'Danapuro' },
      subjects: { urdu: 'Urduo' },
      classLevels: { '6-8': '6-8 Supra' },
      categories: {},
    },
  });
  test = await startTestApp();
});
afterAll(() => test.close());

it('the server responds in a registered language, with its names', async () => {
  const refused = await test.call({ url: '/api/nothing', headers });
  expect(refused.headers['content-language']).toBe(madeUp);
  expect(refused.json<Problem>().message).toBe(`«${messages['error.not_found']}»`);

  const subject = 'Urdu';
  const me = await registerTeacher(test, { subject });
  const { request } = await postRequest(test, me, { subject });
  const there = { district: 'Patna', postingBlock: 'Danapur' };
  const back = { desiredDistrict: 'Gaya', desiredBlock: 'Bodh Gaya' };
  await registerTeacher(test, { subject, ...there, ...back });
  const found = await test.call({ url: `/api/requests/${request._id}/matches`, token: me.token, headers });
  expect(found.json().matches[0]?.matchCriteria.slice(0, 5)).toEqual([
    '«Same subject: Urduo»',
    '«Same class level: 6-8 Supra»',
    '«Category not stated»',
    '«Posted in your desired district: Patnagaro»',
    '«Posted in your desired block: Danapuro»',
  ]);
});

it('posts are found by the language’s names of places and subjects', async () => {
  const found = await test.call({ url: '/api/requests/public?search=patnagar%20urduo' });
  expect(found.json().pagination.total).toBe(1);
});

it('the reference data contains the language’s names', () => {
  const patna = buildReferenceData().districts.find(({ code }) => code === 'patna');
  expect(patna?.names).toEqual({ hi: 'पटना', qaa: 'Patnagaro' });
});
