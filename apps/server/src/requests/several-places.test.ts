import type { CreatedRequest } from '@mutual-transfer/domain/matching/match';
import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postRequest, registerTeacher, requestOf, type TestTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('places posted in one call', () => {
  const place = (desiredBlock: string, desiredDistrict = 'Patna') => ({ desiredDistrict, desiredBlock });
  const post = (teacher: TestTeacher, alsoAcceptable: unknown) =>
    test.call({
      method: 'POST',
      url: '/api/requests',
      body: requestOf({ alsoAcceptable, privacySettings: { hidePhone: true } }),
      token: teacher.token,
    });
  const placesOf = async ({ token }: TestTeacher) =>
    (await test.call({ url: '/api/requests/my', token }))
      .json()
      .requests.map(({ desiredBlock }) => desiredBlock)
      .sort();
  const ranksOf = async ({ token }: TestTeacher) =>
    (await test.call({ url: '/api/requests/my', token }))
      .json()
      .requests.map(({ desiredBlock, rank }) => [desiredBlock, rank]);

  it('result in one request each, with the same texts and privacy settings', async () => {
    const teacher = await registerTeacher(test);
    const response = await post(teacher, [place('Any block', 'Saran'), place('Bihta')]);
    expect(response.statusCode).toBe(201);
    const { request, alsoPosted } = response.json<CreatedRequest>().data;
    expect(
      [request, ...alsoPosted].map(({ desiredDistrict, desiredBlock }) => [desiredDistrict, desiredBlock]),
    ).toEqual([
      ['Patna', 'Danapur'],
      ['Saran', 'Any block'],
      ['Patna', 'Bihta'],
    ]);
    for (const { reason, additionalInfo, status, privacySettings } of alsoPosted) {
      expect({ reason, additionalInfo, status, privacySettings }).toEqual({
        reason: request.reason,
        additionalInfo: request.additionalInfo,
        status: 'active',
        privacySettings: { hideName: false, hidePhone: true, hideEmail: false, hideSchoolName: false },
      });
    }
    const one = await test.call({ url: `/api/requests/${alsoPosted[0]?._id}/matches`, token: teacher.token });
    expect(one.statusCode).toBe(200);
  });

  it('are listed and ranked in the order in which they were written', async () => {
    const teacher = await registerTeacher(test);
    expect(
      (
        await post(
          teacher,
          ['Bihta', 'Barh', 'Maner'].map((block) => place(block)),
        )
      ).statusCode,
    ).toBe(201);
    expect(await ranksOf(teacher)).toEqual([
      ['Danapur', 1],
      ['Bihta', 2],
      ['Barh', 3],
      ['Maner', 4],
    ]);
  });

  it('are not preferred to an active request that has no rank', async () => {
    const teacher = await registerTeacher(test);
    await postRequest(test, teacher, { desiredBlock: 'Maner' });
    await post(teacher, [place('Bihta')]);
    expect(await ranksOf(teacher)).toEqual([
      ['Danapur', null],
      ['Bihta', null],
      ['Maner', null],
    ]);
  });

  it.each([
    [
      'a place of no such district',
      [place('Bihta'), place('Barh', 'Gaya')],
      400,
      'alsoAcceptable.1.desiredBlock',
    ],
    ['where one works', [place('Bodh Gaya', 'Gaya')], 400, 'alsoAcceptable.0.desiredBlock'],
    [
      'more than five in all',
      ['Bihta', 'Barh', 'Maner', 'Fatuha', 'Mokama'].map((block) => place(block)),
      400,
      'alsoAcceptable',
    ],
    ['no list', 'Bihta', 400, 'alsoAcceptable'],
    ['the same place twice', [place('Danapur')], 400, 'alsoAcceptable.0.desiredBlock'],
    [
      'an additional place twice',
      [place('Bihta'), place('Barh'), place('Bihta')],
      400,
      'alsoAcceptable.2.desiredBlock',
    ],
  ])('are refused together if one of them is invalid: %s', async (_name, alsoAcceptable, status, field) => {
    const teacher = await registerTeacher(test);
    const response = await post(teacher, alsoAcceptable);
    expect(response.statusCode).toBe(status);
    expect(Object.keys(response.json<Problem>().fields ?? {})).toEqual([field]);
    expect(await placesOf(teacher)).toEqual([]);
  });

  it('are limited to five active requests, including earlier ones', async () => {
    const teacher = await registerTeacher(test);
    for (const desiredBlock of ['Bihta', 'Barh', 'Fatuha'])
      await postRequest(test, teacher, { desiredBlock });
    const tooMany = await post(teacher, [place('Maner'), place('Mokama')]);
    expect([tooMany.statusCode, tooMany.json<Problem>().code]).toEqual([409, 'too_many_requests_active']);
    expect((await post(teacher, [place('Maner')])).statusCode).toBe(201);
    expect(await placesOf(teacher)).toEqual(['Barh', 'Bihta', 'Danapur', 'Fatuha', 'Maner']);
  });
});
