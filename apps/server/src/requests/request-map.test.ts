import type { RequestMap } from '@mutual-transfer/domain/requests/transfer-request';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postRequest, registerTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Returns the counts of districts with a count above zero. */
async function counts(): Promise<Record<string, { coming: number; leaving: number }>> {
  const response = await test.call({ url: '/api/requests/map' });
  expect(response.statusCode, response.body).toBe(200);
  const { districts } = response.json<RequestMap>();
  expect(districts).toHaveLength(38);
  return Object.fromEntries(
    districts
      .filter(({ coming, leaving }) => coming + leaving > 0)
      .map(({ district, coming, leaving }) => [district, { coming, leaving }]),
  );
}

describe('the map of requests', () => {
  it('counts the same requests as the list to and from each district, including those with hidden fields', async () => {
    expect(await counts()).toEqual({});
    const fromGaya = await registerTeacher(test);
    const fromSaran = await registerTeacher(test, { district: 'Saran', postingBlock: 'Amnour' });
    await registerTeacher(test, { district: 'Araria', postingBlock: 'Araria' });
    await postRequest(test, fromGaya);
    await postRequest(test, fromGaya, { desiredBlock: 'Any block' });
    await postRequest(test, fromSaran, {
      privacySettings: { hideName: true, hidePhone: true, hideEmail: true, hideSchoolName: true },
    });
    expect(await counts()).toEqual({
      Patna: { coming: 3, leaving: 0 },
      Gaya: { coming: 0, leaving: 2 },
      Saran: { coming: 0, leaving: 1 },
    });
    const list = await test.call({ url: '/api/requests/public?district=Patna' });
    expect(list.json().pagination.total).toBe(3);
  });

  it('counts only active requests', async () => {
    const before = await counts();
    const teacher = await registerTeacher(test, { district: 'Buxar', postingBlock: 'Dumraon' });
    const { request } = await postRequest(test, teacher);
    expect((await counts()).Buxar).toEqual({ coming: 0, leaving: 1 });
    const withdrawn = await test.call({
      method: 'PATCH',
      url: `/api/requests/${request._id}/status`,
      body: { status: 'withdrawn' },
      token: teacher.token,
    });
    expect(withdrawn.statusCode).toBe(200);
    expect(await counts()).toEqual(before);
  });
});
