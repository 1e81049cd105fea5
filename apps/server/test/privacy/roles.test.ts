import { afterAll, beforeAll, expect, it } from 'vitest';
import { postRequest, registerTeacher, requestOf, type TestTeacher } from '../testing/factories.ts';
import { requireFee } from '../testing/services/payers.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const danapur = { district: 'Patna', postingBlock: 'Danapur' };
const bodhGaya = { district: 'Gaya', postingBlock: 'Bodh Gaya' };
const toDanapur = { desiredDistrict: 'Patna', desiredBlock: 'Danapur' };
const toBodhGaya = { desiredDistrict: 'Gaya', desiredBlock: 'Bodh Gaya' };
const hidesPhone = { hideName: false, hidePhone: true, hideEmail: false, hideSchoolName: false };

/** Returns the status of each call of a teacher about their own request, matches, privacy settings and alerts. */
async function statusesOf(teacher: TestTeacher, own: string, partner: TestTeacher) {
  const { token } = teacher;
  const calls = {
    post: {
      method: 'POST',
      url: '/api/requests',
      body: requestOf({ desiredDistrict: 'Saran', desiredBlock: 'Amnour' }),
    },
    list: { url: '/api/requests' },
    own: { url: '/api/requests/my' },
    change: {
      method: 'PATCH',
      url: `/api/requests/${own}`,
      body: requestOf({ ...toDanapur, reason: 'Another.' }),
    },
    matches: { url: `/api/requests/${own}/matches` },
    'all matches': { url: '/api/matches' },
    privacy: { method: 'PUT', url: `/api/requests/${own}/privacy`, body: { privacySettings: hidesPhone } },
    alert: { method: 'POST', url: `/api/alerts/${partner.user._id}`, body: { message: 'Shall we swap?' } },
    alerts: { url: '/api/alerts' },
    'sent alerts': { url: '/api/alerts/sent' },
  } as const;
  const statuses: Record<string, number> = {};
  for (const [name, call] of Object.entries(calls))
    statuses[name] = (await test.call({ ...call, token })).statusCode;
  return statuses;
}

it('a teacher with access posts, finds matches and writes alerts; without it only their own requests are accessible', async () => {
  const partner = await registerTeacher(test, { ...danapur, ...toBodhGaya });
  await postRequest(test, partner, toBodhGaya);
  const teacher = await registerTeacher(test, { ...bodhGaya, ...toDanapur });
  const { request } = await postRequest(test, teacher, toDanapur);
  await test.graph.caughtUp();

  expect(await statusesOf(teacher, request._id, partner)).toEqual({
    post: 201,
    list: 200,
    own: 200,
    change: 200,
    matches: 200,
    'all matches': 200,
    privacy: 200,
    alert: 201,
    alerts: 200,
    'sent alerts': 200,
  });

  await requireFee(test);
  expect(await statusesOf(teacher, request._id, partner)).toEqual({
    post: 402,
    list: 402,
    own: 200,
    change: 402,
    matches: 402,
    'all matches': 402,
    privacy: 200,
    alert: 402,
    alerts: 402,
    'sent alerts': 402,
  });
});
