import type { Prospects } from '@mutual-transfer/domain/matching/demand';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postRequest, registerTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const A_MINUTE = 60_000;
const question = { district: 'Gaya', desiredDistrict: 'Patna', subject: 'Mathematics', classRange: '6-8' };

const ask = (query: object) =>
  test.call({ url: `/api/requests/prospects?${new URLSearchParams({ ...question, ...query })}` });

/** Returns a response that is computed after the cached one expired. */
async function answer(query: object = {}): Promise<Prospects> {
  test.clock.now = new Date(test.clock.now.getTime() + A_MINUTE);
  await test.graph.caughtUp();
  const response = await ask(query);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Prospects>();
}

/** Registers teachers who each post a request from one place to the other. */
async function teachers(count: number, from: [string, string], to: [string, string], about: object = {}) {
  for (let number = 0; number < count; number++) {
    const teacher = await registerTeacher(test, {
      district: from[0],
      postingBlock: from[1],
      desiredDistrict: to[0],
      desiredBlock: to[1],
      ...about,
    });
    await postRequest(test, teacher, {
      desiredDistrict: to[0],
      desiredBlock: to[1],
      privacySettings: { hideName: true, hidePhone: true, hideEmail: true, hideSchoolName: true },
    });
  }
}

describe('prospects for a visitor', () => {
  it('contain every count, as the public list shows it, and no ring that fewer than five teachers could close', async () => {
    expect(await answer()).toEqual({ wantYourPlace: 0, directSwaps: 0, shortestRing: null });
    await teachers(4, ['Patna', 'Danapur'], ['Gaya', 'Bodh Gaya']);
    expect(await answer()).toEqual({ wantYourPlace: 4, directSwaps: 4, shortestRing: null });
    await teachers(1, ['Saran', 'Amnour'], ['Gaya', 'Bodh Gaya'], { category: 'regular' });
    // A teacher who registered without posting a request is not counted.
    await registerTeacher(test, {
      district: 'Patna',
      postingBlock: 'Danapur',
      desiredDistrict: 'Gaya',
      desiredBlock: 'Amas',
    });
    expect(await answer()).toEqual({ wantYourPlace: 5, directSwaps: 4, shortestRing: null });
  });

  it('contain the number of teachers who want to come, of direct swaps, and the shortest ring of three or more', async () => {
    await teachers(1, ['Patna', 'Bihta'], ['Gaya', 'Amas'], { category: 'regular' });
    expect(await answer()).toEqual({ wantYourPlace: 6, directSwaps: 5, shortestRing: null });
    await teachers(1, ['Patna', 'Danapur'], ['Saran', 'Amnour'], { category: 'regular' });
    expect(await answer()).toEqual({ wantYourPlace: 6, directSwaps: 5, shortestRing: 3 });
    expect(await answer({ subject: 'Hindi' })).toEqual({
      wantYourPlace: 0,
      directSwaps: 0,
      shortestRing: null,
    });
  });

  it('are cached for a minute, and revalidated by their ETag', async () => {
    const first = await ask({});
    await teachers(1, ['Patna', 'Danapur'], ['Gaya', 'Amas']);
    const again = await ask({});
    expect(again.body).toBe(first.body);
    const { etag } = first.headers;
    const stored = await test.call({
      url: `/api/requests/prospects?${new URLSearchParams(question)}`,
      headers: { 'if-none-match': String(etag) },
    });
    expect(stored.statusCode).toBe(304);
  });

  it.each([
    [{ district: 'Nowhere' }, 'district'],
    [{ desiredDistrict: '' }, 'desiredDistrict'],
    [{ subject: 'Maths & Science (6-8)', classRange: '11-12' }, 'classRange'],
    [{ block: 'Bodh Gaya' }, 'block'],
  ])('of an invalid query %o answer 400', async (query, field) => {
    const response = await ask(query);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json<{ fields: object }>().fields)).toEqual([field]);
  });
});
