import type { Match, MatchList } from '@mutual-transfer/domain/matching/match';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postRequest, registerTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const DANAPUR = { district: 'Patna', postingBlock: 'Danapur' };
const BIHTA = { district: 'Patna', postingBlock: 'Bihta' };
const TO_BODH_GAYA = { desiredDistrict: 'Gaya', desiredBlock: 'Bodh Gaya' };
const TO_GAYA = { desiredDistrict: 'Gaya', desiredBlock: 'Any block' };
const TO_SARAN = { desiredDistrict: 'Saran', desiredBlock: 'Amnour' };

async function matchesOf(requestId: string, token: string, language = 'en'): Promise<MatchList> {
  const url = `/api/requests/${requestId}/matches`;
  const response = await test.call({ url, token, headers: { 'accept-language': language } });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<MatchList>();
}

const summary = (matches: readonly Match[]) =>
  matches.map(({ user, matchScore, isPerfectMatch, hasActiveRequest }) => [
    user.name,
    matchScore,
    isPerfectMatch,
    hasActiveRequest,
  ]);

describe('matches', () => {
  it('are scored and sorted, one per teacher, within the same subject, class level and category', async () => {
    const subject = 'Urdu';
    const me = await registerTeacher(test, { subject, category: 'regular' });
    const person = async (name: string, posting: object, wish: object, other: object = {}, posts = true) => {
      test.clock.now = new Date(test.clock.now.getTime() + 1_000);
      const teacher = await registerTeacher(test, { name, subject, ...posting, ...wish, ...other });
      if (posts) await postRequest(test, teacher, { subject, ...wish, ...other, category: undefined });
      return teacher;
    };
    await person('Perfect', DANAPUR, TO_BODH_GAYA);
    await person('Perfect, newer', DANAPUR, TO_GAYA);
    await person('Perfect, no request', DANAPUR, TO_BODH_GAYA, {}, false);
    await person('Half', DANAPUR, TO_SARAN);
    await person('District only', BIHTA, TO_SARAN);
    await person('Near', BIHTA, TO_BODH_GAYA);
    await person('Other class', DANAPUR, TO_BODH_GAYA, { classRange: '1-5' });
    await person('Nothing in common', { district: 'Saran', postingBlock: 'Amnour' }, BIHTA_AS_WISH);
    const twice = await person('Twice', DANAPUR, TO_SARAN);
    await postRequest(test, twice, { subject, ...TO_BODH_GAYA });
    const special = await registerTeacher(test, {
      name: 'Other category',
      subject,
      ...DANAPUR,
      ...TO_BODH_GAYA,
      category: 'special',
    });
    await postRequest(test, special, { subject, ...TO_BODH_GAYA });

    const { request, matches, total } = await postRequest(test, me, { subject });
    expect(summary(matches)).toEqual([
      ['Twice', 100, true, true],
      ['Perfect, newer', 100, true, true],
      ['Perfect', 100, true, true],
      ['Perfect, no request', 100, true, false],
      ['Near', 85, false, true],
      ['Half', 70, false, true],
      ['District only', 55, false, true],
    ]);
    expect(total).toBe(7);
    expect(await matchesOf(request._id, me.token)).toMatchObject({ matches, total });

    const silent = matches.find((match) => !match.hasActiveRequest);
    expect([silent?.user.email, silent?.user.phone]).toEqual(['Hidden', 'Hidden']);
    expect(matches[2]?.user.phone).toMatch(/^\d{10}$/);
    expect(matches[2]?.matchCriteria).toEqual([
      'Same subject: Urdu',
      'Same class level: 6-8 Upper Primary',
      'Category not stated',
      'Posted in your desired district: Patna',
      'Posted in your desired block: Danapur',
      'Wants your district: Gaya',
      'Wants your block: Bodh Gaya',
    ]);
    const hindi = await matchesOf(request._id, me.token, 'hi');
    expect(hindi.matches[2]?.matchCriteria[4]).toBe('आपके इच्छित प्रखंड में कार्यरत: दानापुर');
  });

  it('contain the category of teachers who stated it, while the public list does not', async () => {
    const subject = 'Philosophy';
    const me = await registerTeacher(test, { subject, category: 'school', recruitmentBatch: 'TRE 1' });
    const stated = await registerTeacher(test, { subject, ...DANAPUR, ...TO_BODH_GAYA, category: 'school' });
    const silent = await registerTeacher(test, { subject, ...DANAPUR, ...TO_BODH_GAYA });
    for (const teacher of [stated, silent]) await postRequest(test, teacher, { subject, ...TO_BODH_GAYA });
    const { matches } = await postRequest(test, me, { subject });
    const categories = new Map(matches.map(({ user }) => [user._id, user.category]));
    expect(categories.get(stated.user._id)).toBe('school');
    expect([categories.has(silent.user._id), categories.get(silent.user._id)]).toEqual([true, undefined]);
    const list = await test.call({ url: `/api/requests?subject=${subject}`, token: me.token });
    expect(list.json().requests).toHaveLength(3);
    expect(list.body).not.toContain('"category"');
  });

  it('contain a teacher once, by any of their requests, and not after the last request is deleted', async () => {
    const subject = 'Sociology';
    const me = await registerTeacher(test, { subject });
    const { request } = await postRequest(test, me, { subject });
    const other = await registerTeacher(test, { subject, ...DANAPUR, ...TO_SARAN });
    const wishes = [TO_SARAN, TO_BODH_GAYA, { desiredDistrict: 'Gaya', desiredBlock: 'Wazirganj' }, TO_GAYA];
    const posted: string[] = [];
    for (const wish of wishes)
      posted.push((await postRequest(test, other, { subject, ...wish })).request._id);
    for (const id of posted) {
      expect(await matchesOf(request._id, me.token)).toMatchObject({ total: 1, matches: [{}] });
      await test.call({ method: 'DELETE', url: `/api/requests/${id}`, token: other.token });
    }
    expect(await matchesOf(request._id, me.token)).toMatchObject({ matches: [], total: 0 });
  });

  it('are the same for both teachers, and hide the fields that the other teacher hides', async () => {
    const subject = 'Physics';
    const first = await registerTeacher(test, { subject, classRange: '11-12' });
    const second = await registerTeacher(test, { subject, classRange: '11-12', ...DANAPUR, ...TO_BODH_GAYA });
    const mine = await postRequest(test, first, {
      subject,
      classRange: '11-12',
      privacySettings: { hideName: true, hidePhone: true },
    });
    const { matches } = await postRequest(test, second, { subject, classRange: '11-12', ...TO_BODH_GAYA });
    expect(summary(matches)).toEqual([['Hidden', 100, true, true]]);
    expect([matches[0]?.user.phone, matches[0]?.user.email]).toEqual(['Hidden', first.user.email]);
    const theirs = await matchesOf(mine.request._id, first.token);
    expect(summary(theirs.matches)).toEqual([[second.user.name, 100, true, true]]);
  });

  it('of a registered wish exist only until the first request is posted', async () => {
    const subject = 'Chemistry';
    const wish = async (token: string) => {
      const response = await test.call({ url: '/api/matches', token });
      expect(response.statusCode, response.body).toBe(200);
      return response.json<MatchList>();
    };
    const me = await registerTeacher(test, { subject, classRange: '11-12' });
    const other = await registerTeacher(test, { subject, classRange: '11-12', ...DANAPUR, ...TO_BODH_GAYA });
    await postRequest(test, other, { subject, classRange: '11-12', ...TO_BODH_GAYA });
    const { matches, total } = await wish(me.token);
    expect([summary(matches), total]).toEqual([[[other.user.name, 100, true, true]], 1]);
    expect(matches[0]).toMatchObject({ requests: null, isInvitable: false });
    const { request } = await postRequest(test, me, { subject, classRange: '11-12' });
    expect((await wish(me.token)).total).toBe(0);
    await test.call({ method: 'DELETE', url: `/api/requests/${request._id}`, token: me.token });
    expect((await wish(me.token)).total).toBe(0);
  });

  it('exclude a deactivated teacher', async () => {
    const subject = 'Biology';
    const me = await registerTeacher(test, { subject });
    const other = await registerTeacher(test, { subject, ...DANAPUR, ...TO_BODH_GAYA });
    const { request } = await postRequest(test, me, { subject });
    expect((await matchesOf(request._id, me.token)).total).toBe(1);
    await test.database.db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('users')
        .set({ is_active: false })
        .where('id', '=', other.user._id)
        .execute();
      const { refreshProjections } = await import('../people/projections.ts');
      await refreshProjections(transaction, other.user._id);
    });
    expect(await matchesOf(request._id, me.token)).toMatchObject({ matches: [], total: 0 });
  });
});

const BIHTA_AS_WISH = { desiredDistrict: 'Vaishali', desiredBlock: 'Hajipur' };
