import type { Problem } from '@mutual-transfer/domain/problem';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { proposed, seen } from '../testing/agreements.ts';
import { postRequest, requestOf } from '../testing/factories.ts';
import { administratorTest } from '../testing/fixtures.ts';
import { steps, wish } from '../testing/ring-of-three.ts';

const { test, administrator } = await administratorTest();

const [toDanapur] = steps;
const back = [toDanapur[1], toDanapur[0]] as const;

type Member = Awaited<ReturnType<typeof wish>>;

const edit = ({ teacher, requestId }: Member, body: object) =>
  test.call({ method: 'PATCH', url: `/api/requests/${requestId}`, body, token: teacher.token });

const offer = (member: Member, reason: string) => edit(member, { reason, sendForReview: true });

async function decide(id: string, decision: 'release' | 'refusal') {
  const url = `/api/admin/held-texts/${id}/${decision}`;
  const body = decision === 'refusal' ? { body: { reason: 'It has a number' } } : {};
  return (await test.call({ method: 'POST', url, token: administrator.token, ...body })).statusCode;
}

const own = async ({ teacher }: Member) =>
  (await test.call({ url: '/api/requests/my', token: teacher.token })).json().requests;

const newestNotice = async ({ teacher }: Member) =>
  (await test.call({ url: '/api/alerts', token: teacher.token })).json().data.alerts[0];

const listed = async (subject: string) =>
  (await test.call({ url: `/api/requests/public?subject=${subject}` })).json().requests;

const exported = async ({ teacher }: Member) =>
  (await test.call({ url: '/api/auth/export', token: teacher.token })).json().requests[0];

/** Returns the name of a prepared statement. */
const nameOf = (query: unknown) =>
  typeof query === 'object' && query !== null && 'name' in query ? query.name : undefined;

describe('an edit that is offered for review', () => {
  it('ends no proposal if its text is harmless, and all proposals of its request once the text is held', async () => {
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
    const text = list.json().texts.find(({ _id }) => _id === member.requestId);
    expect(Date.parse(text?.createdAt ?? '')).toBeGreaterThanOrEqual(before);
    // The list shows the stored time at which the text was held. It does not derive the time from `expires_at`.
    const shifted = "expires_at = expires_at - interval '90 days'";
    await test.database.pool.query(`update requests set ${shifted} where id = $1`, [member.requestId]);
    const again = await test.call({ url: '/api/admin/held-texts', token: administrator.token });
    expect(again.json()).toEqual(list.json());
  });
});

describe('an edit whose text is refused', () => {
  const FORMER = { reason: 'My parents live there.', additionalInfo: 'Near the station.' };
  const TEXTS = { reason: 'Call 98123 45678.', additionalInfo: 'Or pay Rs. 5000.' };
  const posted = (subject: string) => wish(test, toDanapur, { registration: { subject }, request: FORMER });

  it('restores the text with which the request was last listed, and its writer reads the reason', async () => {
    const member = await posted('Sanskrit');
    const change = { ...TEXTS, desiredBlock: 'Bihta', urgency: 'high', sendForReview: true };
    expect((await edit(member, change)).statusCode).toBe(200);
    expect(await listed('Sanskrit')).toEqual([]);
    expect(await decide(member.requestId, 'refusal')).toBe(200);
    const [request, ...others] = await own(member);
    const { requestId: _id } = member;
    expect(request).toMatchObject({
      _id,
      status: 'active',
      ...FORMER,
      desiredBlock: 'Bihta',
      urgency: 'high',
    });
    expect(others).toEqual([]);
    expect(await listed('Sanskrit')).toMatchObject([{ _id, reason: FORMER.reason }]);
    expect(await newestNotice(member)).toMatchObject({
      kind: 'request_text_refused',
      message: expect.stringMatching(/former text again\. Reason: It has a number/),
    });
    expect(await decide(_id, 'refusal')).toBe(404);
  });

  it('locks the members of the agreements once', async () => {
    const member = await posted('Sociology');
    expect((await edit(member, { ...TEXTS, sendForReview: true })).statusCode).toBe(200);
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    expect(await decide(member.requestId, 'refusal')).toBe(200);
    const locks = queries.mock.calls.flat().filter((query) => nameOf(query) === 'locked members');
    queries.mockRestore();
    expect(locks).toHaveLength(1);
  });

  it('restores the last listed text after several held edits, and deletes its copy after the decision', async () => {
    const member = await posted('Physics');
    expect(await exported(member)).toMatchObject({ former_reason: null, held_at: null });
    await offer(member, TEXTS.reason);
    await offer(member, 'Call 98123 45679.');
    expect(await exported(member)).toMatchObject({ former_reason: FORMER.reason });
    expect(await decide(member.requestId, 'refusal')).toBe(200);
    expect(await own(member)).toMatchObject([{ status: 'active', ...FORMER }]);
    const nothing = { former_reason: null, former_additional_info: null, held_at: null };
    expect(await exported(member)).toMatchObject(nothing);
    await offer(member, TEXTS.reason);
    expect(await decide(member.requestId, 'release')).toBe(200);
    expect(await own(member)).toMatchObject([{ status: 'active', reason: TEXTS.reason }]);
    expect(await exported(member)).toMatchObject(nothing);
    await offer(member, 'Call 98123 45679.');
    await edit(member, { reason: 'Near home.' });
    expect(await exported(member)).toMatchObject({ reason: 'Near home.', ...nothing });
  });

  it('removes the request if it was never listed', async () => {
    const member = await posted('Chemistry');
    const body = requestOf({ subject: 'Chemistry', desiredBlock: 'Bihta', ...TEXTS, sendForReview: true });
    await test.call({ method: 'POST', url: '/api/requests', body, token: member.teacher.token });
    const held = (await own(member)).find(({ status }) => status === 'held');
    expect(await decide(held?._id ?? '', 'refusal')).toBe(200);
    expect(await own(member)).toMatchObject([{ _id: member.requestId }]);
    expect(await newestNotice(member)).toMatchObject({ kind: 'request_removed' });
  });

  it('removes the request if it cannot be active any more', async () => {
    const member = await posted('Biology');
    await offer(member, TEXTS.reason);
    const same = { desiredDistrict: 'Patna', desiredBlock: 'Danapur', subject: 'Biology' };
    const { request } = await postRequest(test, member.teacher, same);
    expect(await decide(member.requestId, 'refusal')).toBe(200);
    expect(await own(member)).toMatchObject([{ _id: request._id, status: 'active' }]);
    expect(await newestNotice(member)).toMatchObject({ kind: 'request_removed' });
  });

  it('shows the former text to its writer only', async () => {
    const member = await posted('Geography');
    await offer(member, TEXTS.reason);
    const { token } = administrator;
    for (const url of ['/api/admin/held-texts', '/api/requests?subject=Geography'])
      expect((await test.call({ url, token })).body).not.toContain(FORMER.reason);
    expect((await test.call({ url: '/api/requests/my', token: member.teacher.token })).body).not.toContain(
      FORMER.reason,
    );
  });
});

describe('a text that its writer changed since it was read', () => {
  const find = async ({ requestId }: Member) => {
    const list = await test.call({ url: '/api/admin/held-texts', token: administrator.token });
    return list.json().texts.find(({ _id }) => _id === requestId);
  };
  const decide = (
    { requestId }: Member,
    decision: 'release' | 'refusal',
    tag: string | undefined,
    key?: string,
  ) =>
    test.call({
      method: 'POST',
      url: `/api/admin/held-texts/${requestId}/${decision}`,
      ...(decision === 'refusal' ? { body: { reason: 'A phone number' } } : {}),
      headers: { ...(tag !== undefined && { 'if-match': tag }), ...(key && { 'idempotency-key': key }) },
      token: administrator.token,
    });
  const held = async (subject: string) => {
    const member = await wish(test, toDanapur, { registration: { subject } });
    await offer(member, 'Call 98123 45678.');
    const read = await find(member);
    await offer(member, 'Pay Rs. 5000 to 98123 45678.');
    return { member, read };
  };

  it('is not released, and stays held', async () => {
    const { member, read } = await held('Music');
    const refused = await decide(member, 'release', read?.tag);
    expect([refused.statusCode, refused.json<Problem>().code]).toEqual([412, 'changed_meanwhile']);
    const present = await find(member);
    expect(present?.texts[0]).toBe('Pay Rs. 5000 to 98123 45678.');
    expect((await decide(member, 'release', present?.tag)).statusCode).toBe(200);
    expect(await find(member)).toBeUndefined();
    const audited = await test.database.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'text.release')
      .execute();
    expect(audited.map(({ details }) => details)).toContainEqual({ text: member.requestId });
  });

  it('is not reported as released if a call repeats the idempotency key of an earlier release', async () => {
    const member = await wish(test, toDanapur, { registration: { subject: 'Home Science' } });
    await offer(member, 'Call 98123 45678.');
    const first = await find(member);
    expect((await decide(member, 'release', first?.tag, 'one')).statusCode).toBe(200);
    await offer(member, 'Call 98123 45679.');
    const second = await decide(member, 'release', (await find(member))?.tag, 'one');
    expect([second.statusCode, second.json<Problem>().code]).toEqual([409, 'idempotency_key_reused']);
    expect(await find(member)).toBeDefined();
  });

  it('is not refused either, and a decision without a tag is accepted', async () => {
    const { member, read } = await held('Drawing');
    expect((await decide(member, 'refusal', read?.tag)).statusCode).toBe(412);
    expect(await find(member)).toBeDefined();
    expect((await decide(member, 'refusal', undefined)).statusCode).toBe(200);
    expect(await find(member)).toBeUndefined();
  });
});
