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

/** Returns the places of a response that anybody wants to come to or to leave. */
function counted({ places }: Demand): Record<string, [coming: number, leaving: number]> {
  return Object.fromEntries(
    places
      .filter(({ coming, leaving }) => coming + leaving > 0)
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
  it('counts each teacher once, whatever the number of teachers', async () => {
    await teachers(2, ['Gaya', 'Amas'], ['Patna', 'Danapur']);
    const one = await registerTeacher(test, { district: 'Saran', postingBlock: 'Amnour' });
    for (const desiredBlock of ['Danapur', 'Bihta', 'Any block'])
      await postRequest(test, one, { desiredBlock });
    const demand = await demandOf();
    expect(demand.places).toHaveLength(districts.length);
    expect(counted(demand)).toEqual({ Gaya: [0, 2], Patna: [3, 0], Saran: [0, 1] });
    expect(counted(await demandOf({ subject: 'Hindi' }))).toEqual({});
  });

  it('names the most frequent routes first', async () => {
    await teachers(2, ['Gaya', 'Amas'], ['Patna', 'Danapur']);
    await teachers(3, ['Gaya', 'Amas'], ['Saran', 'Amnour']);
    expect((await demandOf()).routes).toEqual([
      { from: 'Gaya', to: 'Saran', teachers: 3 },
      { from: 'Gaya', to: 'Patna', teachers: 2 },
    ]);
  });

  it('counts per block of a district, and separately the teachers who accept any block', async () => {
    await teachers(2, ['Gaya', 'Amas'], ['Patna', 'Danapur']);
    await teachers(1, ['Gaya', 'Barachatti'], ['Patna', 'Any block']);
    const patna = await demandOf({ district: 'Patna' });
    expect(counted(patna)).toEqual({ Danapur: [2, 0] });
    expect(patna.anyBlock).toBe(1);
    expect(patna.routes).toEqual([]);
    expect(counted(await demandOf({ district: 'Gaya' }))).toEqual({ Amas: [0, 2], Barachatti: [0, 1] });
  });

  it('is what the public list shows', async () => {
    await teachers(2, ['Gaya', 'Amas'], ['Patna', 'Danapur']);
    await teachers(1, ['Saran', 'Amnour'], ['Patna', 'Bihta']);
    await test.graph.caughtUp();
    const filters = { district: 'Patna', ...question };
    const list = await test.call({ url: `/api/requests/public?${new URLSearchParams(filters)}` });
    expect(list.json()).toMatchObject({ pagination: { total: 3 } });
    expect(counted(await demandOf()).Patna).toEqual([3, 0]);
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
