import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerTeacher, type TestTeacher } from '../../test/testing/factories.ts';
import { steps, type Wisher, wish } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

const [from, to] = steps[0];
const subject = 'Urdu';

let test: TestApp;
let inviter: Wisher;
let match: TestTeacher;
let stranger: TestTeacher;

beforeAll(async () => {
  test = await startTestApp();
  inviter = await wish(test, [from, to], { registration: { subject } });
  const back = { district: to.district, postingBlock: to.block };
  const wanted = { desiredDistrict: from.district, desiredBlock: from.block };
  match = await registerTeacher(test, { ...back, ...wanted, subject });
  stranger = await registerTeacher(test, { ...back, ...wanted, subject: 'Hindi' });
});
afterAll(() => test.close());

const invite = (user: TestTeacher) =>
  test.call({
    method: 'POST',
    url: `/api/requests/${inviter.requestId}/invitations`,
    body: { user: user.user._id },
    token: inviter.teacher.token,
  });

it('a match without a request is invited once to post one, by an alert that names no teacher', async () => {
  expect((await invite(match)).statusCode).toBe(201);
  const { data } = (await test.call({ url: '/api/alerts', token: match.token })).json();
  const invitations = data.alerts.filter(({ kind }) => kind === 'invitation');
  expect(invitations).toHaveLength(1);
  expect(invitations[0]?.message).toContain('Bodh Gaya, Gaya');
  expect(JSON.stringify(invitations)).not.toContain(inviter.teacher.user.name);
  const again = await invite(match);
  expect([again.statusCode, again.json().code]).toEqual([409, 'alert_unread']);
});

it('a teacher who is no match, or has posted a request, is not invited', async () => {
  for (const user of [stranger, inviter.teacher]) {
    const refused = await invite(user);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'not_a_match']);
  }
  const posted = await wish(test, [to, from], { registration: { subject } });
  expect((await invite(posted.teacher)).json().code).toBe('not_a_match');
});
