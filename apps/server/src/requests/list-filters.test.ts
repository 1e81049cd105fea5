import type { RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postRequest, registerTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function list(query: string): Promise<RequestList> {
  const response = await test.call({ url: `/api/requests/public?${query}` });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

describe('a list is filtered by the place where teachers are posted now', () => {
  const subject = 'Sociology';
  const posted = async (district: string, postingBlock: string, wish: Record<string, unknown> = {}) => {
    const teacher = await registerTeacher(test, { district, postingBlock });
    const { request } = await postRequest(test, teacher, { subject, ...wish });
    return { ...teacher, id: request._id };
  };
  const found = async (query: string) => {
    const { requests, pagination } = await list(`subject=${subject}&${query}`);
    expect(pagination.total).toBe(requests.length);
    return requests.map(({ _id }) => _id);
  };

  it('by posting district, alone, with the desired district, and with searched words', async () => {
    const patna = { desiredDistrict: 'Patna', desiredBlock: 'Danapur' };
    const first = await posted('Araria', 'Forbesganj', patna);
    const second = await posted('Araria', 'Jokihat', { desiredDistrict: 'Saran', desiredBlock: 'Amnour' });
    await posted('Arwal', 'Kaler', patna);
    expect(await found('fromDistrict=Araria')).toEqual([second.id, first.id]);
    expect(await found('fromDistrict=Araria&district=Patna')).toEqual([first.id]);
    expect(await found('fromDistrict=Araria&search=amnour')).toEqual([second.id]);
    expect(await found('fromDistrict=Patna&district=Araria')).toEqual([]);
    expect(await found('search=araria')).toEqual([second.id, first.id]);
  });

  it('by posting block, with or without its district; a wish for `Any block` does not count as a posting', async () => {
    const wish = { desiredDistrict: 'Jamui', desiredBlock: 'Any block' };
    const first = await posted('Bhojpur', 'Jagdishpur', wish);
    const second = await posted('Bhagalpur', 'Jagdishpur');
    await posted('Bhojpur', 'Piro');
    expect(await found('fromDistrict=Bhojpur&fromBlock=Jagdishpur')).toEqual([first.id]);
    expect(await found('fromBlock=Jagdishpur')).toEqual([second.id, first.id]);
    expect(await found('fromBlock=Jagdishpur&search=jamui')).toEqual([first.id]);
    expect(await found('fromBlock=Jagdishpur&district=Jamui&block=Jhajha')).toEqual([first.id]);
    expect(await found('fromDistrict=Jamui&fromBlock=Jhajha')).toEqual([]);
  });

  it('by the new posting after a teacher moved, for searched words too', async () => {
    const teacher = await posted('Kaimur', 'Bhabua');
    const change = { district: 'Sheohar', postingBlock: 'Piprahi' };
    const moved = await test.call({
      method: 'PUT',
      url: '/api/auth/profile',
      body: change,
      token: teacher.token,
    });
    expect(moved.statusCode).toBe(200);
    expect(await found('fromDistrict=Kaimur')).toEqual([]);
    expect(await found('fromDistrict=Sheohar')).toEqual([teacher.id]);
    expect(await found('fromDistrict=Sheohar&search=my')).toEqual([teacher.id]);
  });
});

it('a list by desired block contains requests for any block of its district', async () => {
  const teacher = await registerTeacher(test);
  const anyBlock = { desiredDistrict: 'Nalanda', desiredBlock: 'Any block', subject: 'Music' };
  const { request } = await postRequest(test, teacher, anyBlock);
  const { requests, pagination } = await list('district=Nalanda&block=Rajgir&subject=Music');
  expect([pagination.total, requests[0]?._id, requests[0]?.desiredBlock]).toEqual([
    1,
    request._id,
    'Any block',
  ]);
  expect((await list('block=Rajgir&subject=Music')).pagination.total).toBe(1);
  expect((await list('block=Rajgir&subject=Music&search=my')).pagination.total).toBe(1);
  expect((await list('district=Patna&block=Danapur&subject=Music')).pagination.total).toBe(0);
});
