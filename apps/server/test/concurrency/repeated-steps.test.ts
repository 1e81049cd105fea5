import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { agreed, answer, proposed, removeEveryone } from '../testing/agreements.ts';
import { makeAdministrator, registerTeacher, type TestTeacher } from '../testing/factories.ts';
import { steps, type Wisher, wish } from '../testing/ring-of-three.ts';
import { tableContents } from '../testing/table-contents.ts';
import { type Call, startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let administrator: TestTeacher;

beforeAll(async () => {
  test = await startTestApp(() => ({ planQueued: async () => {} }));
});
beforeEach(async () => {
  await removeEveryone(test);
  administrator = await makeAdministrator(test);
});
afterAll(() => test.close());

const calling = (method: Call['method'], url: string, { token }: TestTeacher, body?: object): Call => ({
  method: method ?? 'GET',
  url,
  token,
  ...(body === undefined ? {} : { body }),
});

async function pair(): Promise<[Wisher, Wisher]> {
  const [from, to] = steps[0];
  const registration = { subject: 'Urdu' };
  return [await wish(test, [from, to], { registration }), await wish(test, [to, from], { registration })];
}

async function sentAlert([from, to]: readonly [Wisher, Wisher]): Promise<string> {
  const url = `/api/alerts/${to.teacher.user._id}`;
  await test.call(calling('POST', url, from.teacher, { message: 'Shall we swap?' }));
  const { data } = (await test.call(calling('GET', '/api/alerts', to.teacher))).json();
  return data.alerts.find(({ kind }: { kind: string }) => kind === 'message')._id;
}

/** For each step, a function that prepares data so that the step can be taken, and returns the call that takes it. */
const stepsToRepeat: Readonly<Record<string, () => Promise<Call>>> = {
  'a yes': async () => {
    const members = await pair();
    const id = await proposed(test, members);
    return calling('POST', `/api/agreements/${id}/answer`, members[1].teacher, { answer: 'yes' });
  },
  'the yes of the proposer': async () => {
    const members = await pair();
    const id = await proposed(test, members);
    return calling('POST', `/api/agreements/${id}/answer`, members[0].teacher, { answer: 'yes' });
  },
  'a no': async () => {
    const members = await pair();
    const id = await proposed(test, members);
    return calling('POST', `/api/agreements/${id}/answer`, members[1].teacher, { answer: 'no' });
  },
  'leaving a proposal': async () => {
    const members = await pair();
    const id = await proposed(test, members);
    return calling('POST', `/api/agreements/${id}/leave`, members[1].teacher, {});
  },
  'leaving an agreement': async () => {
    const members = await pair();
    const id = await agreed(test, members);
    return calling('POST', `/api/agreements/${id}/leave`, members[1].teacher, {});
  },
  'forming the group on the portal': async () => {
    const members = await pair();
    const id = await agreed(test, members);
    return calling('POST', `/api/agreements/${id}/steps`, members[0].teacher, { step: 'submitted' });
  },
  'a later step on the portal': async () => {
    const members = await pair();
    const id = await agreed(test, members);
    const url = `/api/agreements/${id}/steps`;
    await test.call(calling('POST', url, members[0].teacher, { step: 'submitted' }));
    return calling('POST', url, members[1].teacher, { step: 'otp' });
  },
  'withdrawing a request': async () => {
    const [{ teacher, requestId }] = await pair();
    return calling('PATCH', `/api/requests/${requestId}/status`, teacher, { status: 'withdrawn' });
  },
  'completing a request with a move': async () => {
    const [{ teacher, requestId }] = await pair();
    const newPosting = { district: 'Patna', postingBlock: 'Danapur' };
    const url = `/api/requests/${requestId}/status`;
    await test.call(calling('PATCH', url, teacher, { status: 'pending' }));
    return calling('PATCH', url, teacher, { status: 'completed', newPosting });
  },
  'looking again': async () => {
    const [{ teacher, requestId }] = await pair();
    const url = `/api/requests/${requestId}/status`;
    await test.call(calling('PATCH', url, teacher, { status: 'withdrawn' }));
    return calling('PATCH', url, teacher, { status: 'active' });
  },
  'a renewal of the day': async () => {
    const [{ teacher, requestId }] = await pair();
    return calling('POST', `/api/requests/${requestId}/renewal`, teacher);
  },
  'hiding what a request hides': async () => {
    const [{ teacher, requestId }] = await pair();
    const privacySettings = { hideName: true, hidePhone: true, hideEmail: false, hideSchoolName: false };
    return calling('PUT', `/api/requests/${requestId}/privacy`, teacher, { privacySettings });
  },
  'reading an alert': async () => {
    const members = await pair();
    return calling('PATCH', `/api/alerts/${await sentAlert(members)}/read`, members[1].teacher);
  },
  'hiding an alert': async () => {
    const members = await pair();
    const url = `/api/alerts/${await sentAlert(members)}/hidden`;
    return calling('PATCH', url, members[1].teacher, { hidden: true });
  },
  'deciding a report': async () => {
    const [reporter, reported] = [await registerTeacher(test), await registerTeacher(test)];
    await test.call(calling('POST', '/api/reports', reporter, { user: reported.user._id, reason: 'money' }));
    const { id } = await test.database.db.selectFrom('reports').select('id').executeTakeFirstOrThrow();
    const decision = { decision: 'dismissed', words: 'Nothing was found.' };
    return calling('POST', `/api/admin/reports/${id}/decision`, administrator, decision);
  },
  'recording an order': async () => {
    const id = await agreed(test, await pair());
    const order = { number: 'DEO/12', date: '2026-06-15', reason: 'The order came today' };
    return calling('POST', `/api/admin/agreements/${id}/order`, administrator, order);
  },
  'recording a joining': async () => {
    const members = await pair();
    const id = await agreed(test, members);
    const member = members[0].teacher.user._id;
    const joining = { member, date: '2026-06-15', recordMoved: true, reason: 'The report came today' };
    return calling('POST', `/api/admin/agreements/${id}/joining`, administrator, joining);
  },
  'stopping a round': async () => {
    const started = await test.call(calling('POST', '/api/admin/rounds', administrator, {}));
    await test.settled();
    return calling('DELETE', String(started.headers.location), administrator);
  },
  'cancelling a plan': async () => {
    const started = await test.call(calling('POST', '/api/admin/plans', administrator, { maxRing: 3 }));
    return calling('DELETE', String(started.headers.location), administrator);
  },
};

/** Returns every row except those that reads change too: positions of sessions, and views in the audit log. */
async function effects(): Promise<unknown> {
  await test.settled();
  const { access_log, sessions, contact_views, rate_limits, audit_log, ...tables } =
    await tableContents(test);
  return { ...tables, acted: (audit_log ?? '').split('\n').filter((row) => !row.includes('look.')) };
}

it.each(Object.keys(stepsToRepeat))('%s: a repetition answers 200 and has no effect', async (name) => {
  const call = await (stepsToRepeat[name]?.() as Promise<Call>);
  const first = await test.call(call);
  expect(first.statusCode, first.body).toBe(200);
  const before = await effects();
  const second = await test.call(call);
  expect([second.statusCode, second.json()]).toEqual([200, first.json()]);
  expect(await effects()).toEqual(before);
});

it('a repeated yes after the group is formed does not undo it', async () => {
  const members = await pair();
  const id = await agreed(test, members);
  expect((await answer(test, members[1], id, 'yes')).json().state).toBe('agreed');
  expect((await answer(test, members[1], id, 'no')).statusCode).toBe(409);
});
