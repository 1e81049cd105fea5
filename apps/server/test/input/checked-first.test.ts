import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { agreed } from '../testing/agreements.ts';
import { makeAdministrator } from '../testing/factories.ts';
import { recordQueries } from '../testing/noted-queries.ts';
import { steps, type Wisher, wish } from '../testing/ring-of-three.ts';
import { type Call, joinTestApp, startTestApp, type TestApp } from '../testing/test-app.ts';

const FRAUD = 'Pay Rs. 5000 to 9812345678 and the transfer is done.';
const SUBJECTS = ['Physics', 'Chemistry', 'Biology'];

let test: TestApp;
let recording: TestApp;
let recorded: ReturnType<typeof recordQueries>;
let members: [Wisher, Wisher];
const queries: string[] = [];

beforeAll(async () => {
  test = await startTestApp();
  recorded = recordQueries(test, queries);
  recording = await joinTestApp(test, recorded);
});
afterAll(async () => {
  await recording.close();
  await recorded.pool.end();
  await test.close();
});
beforeEach(async () => {
  const [toDanapur] = steps;
  const registration = { subject: SUBJECTS.pop() };
  const back = [toDanapur[1], toDanapur[0]] as const;
  members = [await wish(test, toDanapur, { registration }), await wish(test, back, { registration })];
  await test.settled();
});

/** Returns the queries of a refused call. */
async function queriesOf(call: Call): Promise<string[]> {
  queries.length = 0;
  const answer = await recording.call(call);
  expect(answer.statusCode, answer.body).toBe(400);
  return [...queries];
}

const firstOf = (texts: readonly string[], pattern: RegExp) => texts.findIndex((text) => pattern.test(text));

it.each(['an alert', 'a message in an agreement'])(
  '%s is compared with the contact of its writer before its transaction is opened',
  async (kind) => {
    const [from, to] = members;
    const url =
      kind === 'an alert'
        ? `/api/alerts/${to.teacher.user._id}`
        : `/api/agreements/${await agreed(test, members)}/messages`;
    const body = { message: FRAUD };
    const texts = await queriesOf({ method: 'POST', url, body, token: from.teacher.token });
    const [contact, begin] = [
      firstOf(texts, /^select "phone", "email" from "users"/),
      firstOf(texts, /^begin/i),
    ];
    expect([contact >= 0, contact < begin]).toEqual([true, true]);
  },
);

it('a staff list that cannot be read is refused before a transaction is opened', async () => {
  const { token } = await makeAdministrator(test);
  const texts = await queriesOf({
    method: 'POST',
    url: '/api/admin/verifications',
    body: 'name',
    token,
    headers: { 'content-type': 'text/csv' },
  });
  expect(firstOf(texts, /^begin/i)).toBe(-1);
});
