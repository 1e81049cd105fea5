import type { RequestList } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postRequest, registerTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('a teacher’s list marks requests of matches, shows distances, and leaves out teachers separated by a block', async () => {
  const post = async (district: string, postingBlock: string, desiredDistrict: string) => {
    const wish = {
      subject: 'Sociology',
      classRange: '11-12',
      desiredDistrict,
      desiredBlock: 'Any block',
    };
    const teacher = await registerTeacher(test, { ...wish, district, postingBlock });
    await postRequest(test, teacher, wish);
    return teacher;
  };
  const asha = await post('Gaya', 'Bodh Gaya', 'Patna');
  const binod = await post('Patna', 'Danapur', 'Gaya');
  const other = await post('Saran', 'Amnour', 'Siwan');
  const marks = async (token?: string) =>
    (await test.call({ url: token === undefined ? '/api/requests/public' : '/api/requests', token }))
      .json<RequestList>()
      .requests.map(({ isMatch, distanceKm }) =>
        isMatch === undefined ? distanceKm : [isMatch, distanceKm],
      );
  expect(await marks(asha.token)).toEqual([[false, 110], [true, 90], undefined]);
  expect(await marks(binod.token)).toEqual([[false, 45], undefined, [true, 90]]);
  expect(await marks(other.token)).toEqual([undefined, [false, 45], [false, 110]]);
  expect(await marks()).toEqual([undefined, undefined, undefined]);
  await test.call({ method: 'PUT', url: `/api/blocks/${asha.user._id}`, token: binod.token });
  expect(await marks(asha.token)).toEqual([[false, 110], undefined]);
});
