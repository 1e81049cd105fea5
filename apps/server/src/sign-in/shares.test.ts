import type { Growth } from '@mutual-transfer/domain/administration/administration';
import { allLanguages, DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import type { RingAdvice } from '@mutual-transfer/domain/matching/ring';
import type { SharedPage } from '@mutual-transfer/domain/shares/share';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdministrator, registrationOf } from '../../test/testing/factories.ts';
import { newBrowser } from '../../test/testing/limited-app.ts';
import { steps, wish } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { createLimits } from '../platform/limits.ts';
import { shareCodeOf } from './shares.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp(({ db }) => ({ limits: createLimits(db, { visitorRowsADay: 1_000 }) }));
});
afterAll(() => test.close());

const code = shareCodeOf({
  from: 'bodh-gaya',
  to: 'danapur',
  subject: 'mathematics',
  classRange: '6-8',
  length: 3,
});
const get = (path: string) => test.call({ url: `/api/shares/${path}` });
const visit = (what: string, address = '192.0.2.1', cookie = '') =>
  test.call({
    method: 'POST',
    url: '/api/shares/visits',
    body: { code: what },
    address,
    headers: { cookie },
  });
const growth = async () => {
  const { token } = await makeAdministrator(test);
  const response = await test.call({ url: '/api/admin/growth', token });
  const { days } = response.json();
  const sum = (figure: Exclude<keyof Growth['days'][number], 'day'>) =>
    days.reduce((total, day) => total + day[figure], 0);
  return {
    visits: { invitation: sum('invitationVisits'), missing: sum('missingVisits') },
    registrations: { invitation: sum('invitationRegistrations'), missing: sum('missingRegistrations') },
  };
};

describe('a shared link', () => {
  it('describes the missing teacher in each language, and contains the fields of the registration', async () => {
    const titles = new Set<string>();
    for (const language of allLanguages()) {
      const page = (await get(`${language}/${code}`)).json<SharedPage>();
      titles.add(page.title);
      expect(page.asked).toEqual({
        district: 'Gaya',
        postingBlock: 'Bodh Gaya',
        desiredDistrict: 'Patna',
        desiredBlock: 'Danapur',
        subject: 'Mathematics',
        classRange: '6-8',
      });
      expect(page.locale).toMatch(/^[a-z]{2}_IN$/);
    }
    expect(titles.size).toBe(allLanguages().length);
    const { lines } = (await get(`${DEFAULT_LANGUAGE}/${code}`)).json<SharedPage>();
    expect(lines.join(' ')).toMatch(/Mathematics.*Bodh Gaya, Gaya.*Danapur, Patna.*all 3 of a ring/);
  });

  it('with an invalid code or an unknown language is refused', async () => {
    expect((await get(`${DEFAULT_LANGUAGE}/zzzzzzzzzz`)).statusCode).toBe(404);
    expect((await get(`${DEFAULT_LANGUAGE}/zzzzzzzzzz/card.png`)).statusCode).toBe(404);
    for (const path of [`xx/${code}`, `${DEFAULT_LANGUAGE}/A%3Cb%3E`]) {
      expect((await get(path)).statusCode).toBe(400);
    }
    expect((await visit('zzzzzzzzzz')).statusCode).toBe(404);
  });

  it('in the advice about a missing teacher describes that teacher, without personal data', async () => {
    const registration = { subject: 'Sanskrit' };
    const first = await wish(test, steps[0], { registration });
    await wish(test, steps[1], { registration });
    const advised = async () => {
      const url = `/api/requests/${first.requestId}/advice`;
      const response = await test.call({ url, token: first.teacher.token });
      return response.json<RingAdvice>().onePersonMissing[0];
    };
    await expect.poll(advised).toBeDefined();
    const missing = await advised();
    const { asked } = (await get(`${DEFAULT_LANGUAGE}/${missing?.share}`)).json<SharedPage>();
    expect(asked).toMatchObject({
      district: missing?.from.district,
      postingBlock: missing?.from.block,
      desiredDistrict: missing?.to.district,
      desiredBlock: missing?.to.block,
      subject: 'Sanskrit',
    });
    const { name, schoolName, phone, email } = first.teacher.user;
    const said = (await get(`${DEFAULT_LANGUAGE}/${missing?.share}`)).body;
    for (const personal of [name, schoolName, phone, email]) expect(said).not.toContain(personal);
  });
});

describe('the picture of a shared link', () => {
  it('is a PNG of 1200 × 630 in each language, and is always the same and cacheable', async () => {
    const cards = new Set<string>();
    for (const language of allLanguages()) {
      const response = await get(`${language}/${code}/card.png`);
      expect(response.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=86400',
        'cross-origin-resource-policy': 'cross-origin',
      });
      const image = response.rawPayload;
      expect(image.subarray(1, 4).toString()).toBe('PNG');
      expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1_200, 630]);
      expect(image.length).toBeLessThan(300_000);
      expect((await get(`${language}/${code}/card.png`)).rawPayload.equals(image)).toBe(true);
      cards.add(image.toString('base64'));
    }
    expect(cards.size).toBe(allLanguages().length);
  });

  it('uses a font that shapes Devanagari: conjuncts are joined, and a vowel sign has its width', () => {
    const context = createCanvas(10, 10).getContext('2d');
    context.font = '48px Card';
    const width = (text: string) => context.measureText(text).width;
    expect(width('क्ष')).toBeLessThan(width('क') + width('ष'));
    expect(width('का')).toBeGreaterThan(width('क') * 1.1);
    expect(width('कि')).toBeGreaterThan(width('क') * 1.1);
  });
});

describe('visits by a shared link', () => {
  it('are counted by kind of link, and stored without other data', async () => {
    const { visits: before } = await growth();
    await visit(code);
    await visit('0');
    await visit('0');
    const { visits } = await growth();
    expect(visits).toEqual({ invitation: before.invitation + 2, missing: before.missing + 1 });
    const rows = await test.database.db.selectFrom('share_visits').selectAll().execute();
    expect(rows.map(({ kind, visits }) => [kind, visits]).toSorted()).toEqual([
      ['invitation', 2],
      ['missing', 1],
    ]);
  });

  it('are not counted beyond 60 an hour from one browser', async () => {
    const before = await growth();
    const answers = [];
    const cookie = await newBrowser(test);
    for (let number = 0; number < 62; number += 1) answers.push(await visit('0', '198.51.100.7', cookie));
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 429)).toHaveLength(2);
    const { visits } = await growth();
    expect(visits).toEqual({ ...before.visits, invitation: before.visits.invitation + 60 });
  });

  it('that lead to a registration are counted by kind of link, and an invalid code does not prevent the registration', async () => {
    const before = await growth();
    for (const cameBy of [code, '0', code, 'zzzzzzzzzz']) {
      const body = { ...(await registrationOf(test)), cameBy };
      const made = await test.call({ method: 'POST', url: '/api/auth/register', body });
      expect(made.statusCode, made.body).toBe(201);
    }
    const { invitation, missing } = before.registrations;
    expect((await growth()).registrations).toEqual({ invitation: invitation + 1, missing: missing + 2 });
  });
});
