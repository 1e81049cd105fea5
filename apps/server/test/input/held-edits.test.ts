import type { HeldTextList } from '@mutual-transfer/domain/administration/held-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proposed, seen } from '../testing/agreements.ts';
import { makeAdministrator, type TestTeacher } from '../testing/factories.ts';
import { steps, wish } from '../testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let administrator: TestTeacher;

beforeAll(async () => {
  test = await startTestApp();
  administrator = await makeAdministrator(test);
});
afterAll(() => test.close());

const [toDanapur] = steps;
const back = [toDanapur[1], toDanapur[0]] as const;

type Member = Awaited<ReturnType<typeof wish>>;

const offer = ({ teacher, requestId }: Member, reason: string) =>
  test.call({
    method: 'PATCH',
    url: `/api/requests/${requestId}`,
    body: { reason, sendForReview: true },
    token: teacher.token,
  });

describe('an edit that is offered for review', () => {
  it('ends no proposal if its text is harmless, and all of its request once the text is held', async () => {
    const members = [
      await wish(test, toDanapur, { registration: { subject: 'Drawing' } }),
      await wish(test, back, { registration: { subject: 'Drawing' } }),
    ] as const;
    const id = await proposed(test, members);
    const state = async () => (await seen(test, members[1], id)).state;
    await offer(members[0], 'My parents live there.');
    expect(await state()).toBe('proposed');
    await offer(members[0], 'Call 98123 45678.');
    expect(await state()).toBe('lapsed');
  });

  it('is listed for administrators with the time at which its text was held', async () => {
    const member = await wish(test, toDanapur, { registration: { subject: 'History' } });
    const old = "created_at = created_at - interval '40 days', expires_at = expires_at - interval '40 days'";
    await test.database.pool.query(`update requests set ${old} where id = $1`, [member.requestId]);
    const before = test.clock.now.getTime();
    await offer(member, 'Call 98123 45678.');
    const list = await test.call({ url: '/api/admin/held-texts', token: administrator.token });
    const text = list.json<HeldTextList>().texts.find(({ _id }) => _id === member.requestId);
    expect(Date.parse(text?.createdAt ?? '')).toBeGreaterThanOrEqual(before);
  });
});
