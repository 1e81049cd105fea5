import type { Demand } from '@mutual-transfer/domain/matching/demand';
import { districts } from '@mutual-transfer/domain/reference/places';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeEveryone } from '../../test/testing/agreements.ts';
import { postRequest, registerTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await removeEveryone(test);
  // Responses are cached for a minute.
  test.clock.now = new Date(test.clock.now.getTime() + 60_000);
});
afterAll(() => test.close());

const question = { subject: 'Mathematics', classRange: '6-8' };
const ask = (query: object = {}) =>
  test.call({ url: `/api/requests/demand?${new URLSearchParams({ ...question, ...query })}` });

async function demandOf(query: object = {}): Promise<Demand> {
  const response = await ask(query);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Demand>();
}

/** Returns the places of a response that have a published count. */
function published({ places }: Demand): Record<string, [coming: number | null, leaving: number | null]> {
  return Object.fromEntries(
    places
      .filter(({ coming, leaving }) => coming !== null || leaving !== null)
      .map(({ place, coming, leaving }) => [place, [coming, leaving]]),
  );
}

type Place = [district: string, block: string];

/** Registers teachers with one request each. */
async function teachers(
  count: number,
  [district, postingBlock]: Place,
  [desiredDistrict, desiredBlock]: Place,
) {
  for (let number = 0; number < count; number++) {
    const wish = { desiredDistrict, desiredBlock };
    const teacher = await registerTeacher(test, { district, postingBlock, ...wish });
    await postRequest(test, teacher, wish);
  }
}

describe('demand for a subject and level', () => {
  it('is published from five teachers on, and counts each teacher once', async () => {
    await teachers(4, ['Gaya', 'Amas'], ['Patna', 'Danapur']);
    const one = await registerTeacher(test, { district: 'Saran', postingBlock: 'Amnour' });
    for (const desiredBlock of ['Danapur', 'Bihta', 'Any block'])
      await postRequest(test, one, { desiredBlock });
    const demand = await demandOf();
    expect(demand.places).toHaveLength(districts.length);
    expect(published(demand)).toEqual({ Patna: [5, null] });
    expect(demand.routes).toEqual([]);
    expect(published(await demandOf({ subject: 'Hindi' }))).toEqual({});
  });

  it('names the most frequent routes, except routes from which a count below five could be computed', async () => {
    await teachers(6, ['Gaya', 'Amas'], ['Patna', 'Danapur']);
    await teachers(5, ['Gaya', 'Amas'], ['Saran', 'Amnour']);
    expect((await demandOf()).routes).toEqual([
      { from: 'Gaya', to: 'Patna', teachers: 6 },
      { from: 'Gaya', to: 'Saran', teachers: 5 },
    ]);
    test.clock.now = new Date(test.clock.now.getTime() + 60_000);
    // 13 teachers leave Gaya; publishing 11 of them would reveal the other two.
    await teachers(2, ['Gaya', 'Amas'], ['Araria', 'Araria']);
    const demand = await demandOf();
    expect(published(demand)).toEqual({ Gaya: [null, 13], Patna: [6, null], Saran: [5, null] });
    expect(demand.routes).toEqual([{ from: 'Gaya', to: 'Patna', teachers: 6 }]);
  });

  it('is published per block of a district, and separately for teachers who accept any block', async () => {
    await teachers(5, ['Gaya', 'Amas'], ['Patna', 'Danapur']);
    await teachers(5, ['Gaya', 'Barachatti'], ['Patna', 'Any block']);
    const patna = await demandOf({ district: 'Patna' });
    expect(published(patna)).toEqual({ Danapur: [5, null] });
    expect(patna.anyBlock).toBe(5);
    expect(patna.routes).toEqual([]);
    expect(published(await demandOf({ district: 'Gaya' }))).toEqual({
      Amas: [null, 5],
      Barachatti: [null, 5],
    });
  });

  it('is suppressed for a block if fewer than five teachers of its district would remain', async () => {
    await teachers(5, ['Gaya', 'Amas'], ['Patna', 'Danapur']);
    await teachers(1, ['Gaya', 'Barachatti'], ['Patna', 'Bihta']);
    const gaya = await demandOf({ district: 'Gaya' });
    expect(published(gaya)).toEqual({});
    expect(published(await demandOf())).toEqual({ Gaya: [null, 6], Patna: [6, null] });
  });

  it.each([
    [{ subject: 'Alchemy' }, 'subject'],
    [{ classRange: '0-1' }, 'classRange'],
    [{ subject: 'Maths & Science (6-8)', classRange: '11-12' }, 'classRange'],
    [{ district: 'Nowhere' }, 'district'],
    [{ block: 'Amas' }, 'block'],
  ])('of an invalid query %o answers 400', async (query, field) => {
    const response = await ask(query);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json<{ fields: object }>().fields)).toEqual([field]);
  });
});
