import type { Problem } from '@mutual-transfer/domain/problem';
import type { RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postRequest, registerTeacher, requestOf, type TestTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function list(query: string, token?: string): Promise<RequestList> {
  const url = `${token === undefined ? '/api/requests/public' : '/api/requests'}?${query}`;
  const response = await test.call({ url, token });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<RequestList>();
}

async function search(words: string): Promise<string[]> {
  const { requests } = await list(`limit=20&search=${encodeURIComponent(words)}`);
  return requests.map((request) => request._id);
}

describe('posting a request', () => {
  it('stores it with its defaults and shows it to its owner and to visitors', async () => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher, { reason: 'नमस्ते\r\nदूसरी पंक्ति' });
    expect(request).toMatchObject({
      status: 'active',
      urgency: 'medium',
      contactPreference: 'email',
      desiredDistrict: 'Patna',
      desiredBlock: 'Danapur',
      reason: 'नमस्ते\nदूसरी पंक्ति',
      privacySettings: { hideName: false, hidePhone: false, hideEmail: false, hideSchoolName: false },
    });
    const lifetime = Date.parse(request.expiresAt) - Date.parse(request.createdAt);
    expect(lifetime).toBe(180 * 86_400_000);
    const my = await test.call({ url: '/api/requests/my', token: teacher.token });
    expect(my.json().requests).toEqual([request]);
    const [seen] = (await list('limit=1')).requests;
    expect(seen?._id).toBe(request._id);
  });

  it.each([
    ['desiredDistrict', 'Atlantis'],
    ['desiredBlock', 'Bodh Gaya'],
    ['subject', ''],
    ['classRange', null],
    ['reason', '   '],
    ['reason', 'x'.repeat(501)],
    ['additionalInfo', undefined],
    ['additionalInfo', 'x'.repeat(1_001)],
    ['additionalInfo', 'lone \uD800 surrogate'],
    ['urgency', 'extreme'],
    ['contactPreference', 'pigeon'],
    ['status', 'completed'],
    ['user', { role: 'admin' }],
  ])('refuses %s = %j with an error at that field, and stores nothing', async (field, value) => {
    const teacher = await registerTeacher(test);
    const body = requestOf({ [field]: value });
    const response = await test.call({ method: 'POST', url: '/api/requests', body, token: teacher.token });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json<Problem>().fields ?? {})).toEqual([field]);
    const my = await test.call({ url: '/api/requests/my', token: teacher.token });
    expect(my.json().requests).toEqual([]);
  });

  it('refuses null as a privacy setting', async () => {
    const teacher = await registerTeacher(test);
    const body = requestOf({ privacySettings: { hidePhone: null } });
    const response = await test.call({ method: 'POST', url: '/api/requests', body, token: teacher.token });
    expect([response.statusCode, Object.keys(response.json<Problem>().fields ?? {})]).toEqual([
      400,
      ['privacySettings.hidePhone'],
    ]);
  });

  it('refuses the teacher’s own block, a subject not taught at its class level, a second request with the same wish, and a sixth active request', async () => {
    const teacher = await registerTeacher(test);
    const post = (body: Record<string, unknown>) =>
      test.call({ method: 'POST', url: '/api/requests', body: requestOf(body), token: teacher.token });
    const same = await post({ desiredDistrict: 'Gaya', desiredBlock: 'Bodh Gaya' });
    expect([same.statusCode, same.json<Problem>().fields]).toEqual([
      400,
      { desiredBlock: 'You already work there. Please choose another place.' },
    ]);
    const noSchool = await post({ subject: 'Maths & Science (6-8)', classRange: '11-12' });
    expect(noSchool.json<Problem>().fields?.classRange).toContain('No school teaches this subject');
    const codes = await Promise.all(Array.from({ length: 5 }, () => post({})));
    expect(codes.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409, 409, 409]);
    for (const desiredBlock of ['Any block', 'Bihta', 'Barh', 'Fatuha']) {
      expect((await post({ desiredBlock })).statusCode).toBe(201);
    }
    const sixth = await post({ desiredBlock: 'Maner' });
    expect([sixth.statusCode, sixth.json<Problem>().code]).toEqual([409, 'too_many_requests_active']);
  });
});

describe('the list', () => {
  it('is sorted newest first, and its pages contain every request once', async () => {
    const teacher = await registerTeacher(test);
    const blocks = ['Bihta', 'Barh', 'Fatuha', 'Maner', 'Mokama'];
    for (const desiredBlock of blocks)
      await postRequest(test, teacher, { desiredBlock, subject: 'Philosophy' });
    const pages = await Promise.all([1, 2, 3].map((page) => list(`subject=Philosophy&limit=2&page=${page}`)));
    expect(pages.map((page) => page.pagination)).toEqual(
      [1, 2, 3].map((page) => ({ page, limit: 2, total: 5, pages: 3, totalIsExact: true })),
    );
    const found = pages.flatMap((page) => page.requests.map((request) => request.desiredBlock));
    expect(found).toEqual(blocks.toReversed());
    for (const page of [4, 9, 5_001, 900_000_000]) {
      const past = await list(`subject=Philosophy&limit=2&page=${page}`);
      expect([past.requests, past.pagination]).toEqual([
        [],
        { page, limit: 2, total: 5, pages: 3, totalIsExact: true },
      ]);
      const own = await list(`subject=Philosophy&limit=2&page=${page}`, teacher.token);
      expect([own.requests, own.pagination.total]).toEqual([[], 5]);
    }
  });

  it('begins with the newest request of each teacher, so that no teacher fills the first page', async () => {
    const [single, many] = [await registerTeacher(test), await registerTeacher(test)];
    const post = (teacher: TestTeacher, desiredBlock: string) =>
      postRequest(test, teacher, { desiredBlock, subject: 'Psychology' });
    await post(single, 'Danapur');
    for (const block of ['Bihta', 'Barh', 'Fatuha']) await post(many, block);
    const { request } = await post(many, 'Maner');
    const blocksListed = async (token?: string) =>
      (await list('subject=Psychology', token)).requests.map(({ desiredBlock }) => desiredBlock);
    for (const reader of [undefined, many.token, single.token])
      expect(await blocksListed(reader)).toEqual(['Maner', 'Danapur', 'Fatuha', 'Barh', 'Bihta']);
    const url = `/api/requests/${request._id}/status`;
    await test.call({ method: 'PATCH', url, body: { status: 'withdrawn' }, token: many.token });
    expect(await blocksListed()).toEqual(['Fatuha', 'Danapur', 'Barh', 'Bihta']);
    expect(await blocksListed(many.token)).toEqual(['Maner', 'Fatuha', 'Danapur', 'Barh', 'Bihta']);
  });

  it('is filtered by each field alone, and by all fields together', async () => {
    const teacher = await registerTeacher(test);
    const { request } = await postRequest(test, teacher, {
      desiredDistrict: 'Saran',
      desiredBlock: 'Amnour',
      subject: 'Music',
      classRange: '9-10',
      urgency: 'high',
    });
    const filters = ['district=Saran', 'block=Amnour', 'subject=Music', 'classRange=9-10', 'urgency=high'];
    for (const query of [...filters, filters.join('&')]) {
      const ids = (await list(query)).requests.map(({ _id }) => _id);
      expect(ids, query).toContain(request._id);
    }
    expect((await list('district=Saran&urgency=low')).requests).toEqual([]);
    expect((await list('district=Gaya&subject=Music')).pagination.total).toBe(0);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=21', 'limit'],
    ['page=0', 'page'],
    ['page=1.5', 'page'],
    ['page=1&page=2', 'page'],
    ['sort=name', 'sort'],
    ['district=Atlantis', 'district'],
    ['fromDistrict=Atlantis', 'fromDistrict'],
    ['district=Gaya&block=Danapur', 'block'],
    ['fromDistrict=Gaya&fromBlock=Danapur', 'fromBlock'],
    ['fromBlock=Nowhere', 'fromBlock'],
    ['fromDistrict=Gaya&fromBlock=Any%20block', 'fromBlock'],
    ['urgency=extreme', 'urgency'],
    ['search=%00', 'search'],
    [`search=${'x'.repeat(101)}`, 'search'],
  ])('refuses the query %s', async (query, field) => {
    const response = await test.call({ url: `/api/requests/public?${query}` });
    expect([response.statusCode, Object.keys(response.json<Problem>().fields ?? {})]).toEqual([400, [field]]);
  });

  it('refuses a search of more than twelve words, and matches a single letter as a prefix', async () => {
    const refused = await test.call({ url: '/api/requests/public?search=a+b+c+d+e+f+g+h+i+j+k+l+m' });
    expect([refused.statusCode, refused.json<Problem>().fields]).toEqual([
      400,
      { search: 'Please search for at most 12 words.' },
    ]);
    const teacher = await registerTeacher(test, { name: 'Ying Quor' });
    const { request } = await postRequest(test, teacher, {});
    expect(await search('y q')).toContain(request._id);
    expect(await search('y x')).not.toContain(request._id);
  });

  it('finds requests by place, posting, subject, reason, school and name, in both scripts', async () => {
    const teacher = await registerTeacher(test, {
      name: 'Zubaida Khatoon',
      schoolName: 'Xavier Vidyalaya',
      district: 'Siwan',
      postingBlock: 'Siwan',
    });
    const { request } = await postRequest(test, teacher, {
      desiredDistrict: 'West Champaran',
      desiredBlock: 'Bagaha-2',
      subject: 'Sanskrit',
      reason: 'राम के घर के पास',
    });
    const found = [
      'Zubaida',
      'zubaida khat',
      'xavier',
      'Siwan',
      'सिवान',
      'champaran',
      'सीवान',
      'sivan',
      'westchamparan',
      'Sidhaw',
      'बगहा',
      'संस्कृत',
      'sanskrit zubaida',
      'रा\u200Dम',
    ];
    for (const words of found) expect(await search(words), words).toContain(request._id);
    for (const words of ['zubaidaxyz', "Zubaida' | 'qq", 'Zubaida Quantum', '%', '*']) {
      const ids = await search(words);
      const isEverything = words === '%' || words === '*';
      expect(ids.includes(request._id), words).toBe(isEverything);
    }
  });
});

describe('privacy', () => {
  it('leaves out email and phone for visitors, and hides fields that any active request of the teacher hides', async () => {
    const shy = await registerTeacher(test, { name: 'Kamini Devi', schoolName: 'Quiet School' });
    const reader = await registerTeacher(test);
    await postRequest(test, shy, { desiredBlock: 'Bihta', subject: 'Drawing' });
    await postRequest(test, shy, {
      desiredBlock: 'Barh',
      subject: 'Drawing',
      privacySettings: { hideName: true, hideEmail: true, hideSchoolName: true },
    });
    const publicList = (await list('subject=Drawing')).requests;
    expect(publicList).toHaveLength(2);
    for (const { user, privacySettings, ...rest } of publicList) {
      expect(Object.keys(user)).not.toContain('email');
      expect(Object.keys(user)).not.toContain('phone');
      expect(Object.keys(user)).not.toContain('_id');
      expect(Object.keys(rest)).not.toContain('additionalInfo');
      expect([user.name, user.schoolName]).toEqual(['Hidden', 'Hidden']);
      expect(privacySettings.hideName).toBe(true);
    }
    for (const { user } of (await list('subject=Drawing', reader.token)).requests) {
      expect([user.name, user.schoolName, user.email, user.phone]).toEqual([
        'Hidden',
        'Hidden',
        'Hidden',
        shy.user.phone,
      ]);
    }
    for (const { user } of (await list('subject=Drawing', shy.token)).requests) {
      expect([user.name, user.email]).toEqual(['Kamini Devi', shy.user.email]);
    }
    expect(await search('Kamini')).toEqual([]);
    expect(await search('Quiet School')).toEqual([]);
  });
});

describe('the routes of requests', () => {
  it('refuse visitors, teachers who must pay and have not, and teachers other than the owner', async () => {
    const owner = await registerTeacher(test);
    const stranger = await registerTeacher(test);
    const { request } = await postRequest(test, owner);
    const matches = `/api/requests/${request._id}/matches`;
    for (const url of ['/api/requests', '/api/requests/my', matches]) {
      const answer = await test.call({ url });
      expect([answer.statusCode, answer.json<Problem>().message]).toEqual([
        401,
        'Please log in to continue.',
      ]);
    }
    expect((await test.call({ url: matches, token: stranger.token })).statusCode).toBe(404);

    const settings = (values: { is_payment_required: boolean; payment_amount: number }) =>
      test.database.db.updateTable('payment_settings').set(values).execute();
    await settings({ is_payment_required: true, payment_amount: 10 });
    for (const url of ['/api/requests', matches]) {
      expect((await test.call({ url, token: owner.token })).statusCode, url).toBe(402);
    }
    await test.database.db
      .updateTable('users')
      .set({ paid_at: test.clock.now, paid_rupees: 10 })
      .where('id', '=', owner.user._id)
      .execute();
    expect((await test.call({ url: matches, token: owner.token })).statusCode).toBe(200);
    await settings({ is_payment_required: true, payment_amount: 0 });
    expect((await test.call({ url: '/api/requests', token: stranger.token })).statusCode).toBe(200);
    await settings({ is_payment_required: false, payment_amount: 10 });
  });
});
