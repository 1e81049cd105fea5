import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import type { RoundDetails } from '@mutual-transfer/domain/agreements/round';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, makeReady, proposed, removeEveryone, seen } from '../../test/testing/agreements.ts';
import { confirmAddress, makeAdministrator } from '../../test/testing/factories.ts';
import { ringOfThree, type Wisher } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp, testLinks } from '../../test/testing/test-app.ts';
import type { Channel, Dispatch } from '../notices/channels/channel.ts';
import { sendNotices } from '../notices/send-deliveries.ts';

const sent: Dispatch[] = [];
const email: Channel = {
  name: 'email',
  send: async (dispatch) => {
    sent.push(dispatch);
  },
  close: () => {},
};

let test: TestApp;
let ring: [Wisher, Wisher, Wisher];

beforeAll(async () => {
  test = await startTestApp(() => ({ channels: [email] }));
});
beforeEach(async () => {
  await removeEveryone(test);
  ring = await ringOfThree(test, 'Urdu');
  for (const { teacher } of ring) await confirmAddress(test, teacher);
});
afterAll(() => test.close());

const sendNow = () =>
  sendNotices({ db: test.database.db, channels: [email], links: testLinks, now: () => test.clock.now });

const noticesSentTo = ({ teacher }: Wisher) =>
  sent
    .filter(({ recipient }) => recipient.userId === teacher.user._id)
    .flatMap(({ notices }) => notices.map(({ kind }) => kind));

const unreadOf = async ({ teacher }: Wisher) =>
  (await test.call({ url: '/api/alerts/unread', token: teacher.token })).json().unread;

/** Verifies a teacher, as a phone code does. */
async function verify({ teacher }: Wisher): Promise<void> {
  await test.database.db
    .updateTable('users')
    .set({ verified_at: test.clock.now, verified_how: 'phone_code' })
    .where('id', '=', teacher.user._id)
    .execute();
}

async function chooseAcceptForMe({ teacher, requestId }: Wisher): Promise<void> {
  const url = `/api/requests/${requestId}/readiness`;
  const body = { ready: true, acceptForMe: true };
  const said = await test.call({ method: 'PUT', url, body, token: teacher.token });
  expect(said.statusCode, said.body).toBe(200);
}

const acceptsForMe = async ({ teacher }: Wisher) =>
  (await test.call({ url: '/api/requests/my', token: teacher.token })).json().requests[0]?.acceptForMe;

const answersOf = ({ members }: Agreement) =>
  members.map(({ answer: said, isPrefilled }) => [said, isPrefilled]);

const leave = (who: Wisher, id: string) =>
  test.call({ method: 'POST', url: `/api/agreements/${id}/leave`, body: {}, token: who.teacher.token });

describe('"accept for me"', () => {
  it('only prefills the answer to an unverified proposer', async () => {
    await chooseAcceptForMe(ring[1]);
    const proposal = await seen(test, ring[0], await proposed(test, ring));
    expect(answersOf(proposal)).toEqual([
      ['yes', false],
      ['open', true],
      ['open', false],
    ]);
  });

  it('answers a verified proposer, and is switched off by the agreement that it led to', async () => {
    await verify(ring[0]);
    await chooseAcceptForMe(ring[1]);
    const id = await proposed(test, ring);
    expect(answersOf(await seen(test, ring[0], id))[1]).toEqual(['yes', true]);
    expect(await acceptsForMe(ring[1])).toBe(true);
    expect((await answer(test, ring[2], id, 'yes')).json().state).toBe('agreed');
    expect(await acceptsForMe(ring[1])).toBe(false);
  });

  it('never answers the same proposer twice, even after it is switched on again', async () => {
    await verify(ring[0]);
    await chooseAcceptForMe(ring[1]);
    const first = await proposed(test, ring);
    expect((await answer(test, ring[2], first, 'yes')).statusCode).toBe(200);
    expect((await leave(ring[0], first)).statusCode).toBe(200);
    await chooseAcceptForMe(ring[1]);
    const second = await seen(test, ring[0], await proposed(test, ring));
    expect(answersOf(second)[1]).toEqual(['open', true]);
  });

  it('delivers an unread notice of the proposal to the teacher for whom it answered', async () => {
    await verify(ring[0]);
    await chooseAcceptForMe(ring[1]);
    // The ring is announced in the background, which would add a notice to the counts.
    await test.settled();
    await sendNow();
    sent.length = 0;
    const before = await Promise.all(ring.map(unreadOf));
    const id = await proposed(test, ring);
    await sendNow();
    const notices = await Promise.all(ring.map(unreadOf));
    expect(notices.map((count, index) => count - before[index])).toEqual([1, 1, 1]);
    expect(ring.map(noticesSentTo)).toEqual([['proposal_yes'], ['proposal'], ['proposal']]);
    await answer(test, ring[2], id, 'no');
    expect((await unreadOf(ring[2])) - before[2]).toBe(0);
  });

  it('answers proposals of a round', async () => {
    const administrator = await makeAdministrator(test);
    await makeReady(test, ring);
    await chooseAcceptForMe(ring[1]);
    const started = await test.call({
      method: 'POST',
      url: '/api/admin/rounds',
      body: {},
      token: administrator.token,
    });
    await test.settled();
    const url = `/api/admin/rounds/${started.json()._id}`;
    const round = (await test.call({ url, token: administrator.token })).json<RoundDetails>();
    expect(round).toMatchObject({ proposals: 1, asked: 3, yes: 1 });
  });

  it('opens a contact that counts in the proposer’s budget', async () => {
    await verify(ring[0]);
    await chooseAcceptForMe(ring[1]);
    const id = await proposed(test, ring);
    await answer(test, ring[2], id, 'yes');
    await seen(test, ring[0], id);
    const counted = await test.database.db
      .selectFrom('contact_views')
      .select('place')
      .where('viewer_id', '=', ring[0].teacher.user._id)
      .where('seen_id', '=', ring[1].teacher.user._id)
      .execute();
    expect(counted).toEqual([{ place: 'match' }]);
  });
});
