import { describe, expect, it } from 'vitest';
import { agreed } from '../../../test/testing/agreements.ts';
import { makeAdministrator } from '../../../test/testing/factories.ts';
import { administratorTest, agreedRing } from '../../../test/testing/fixtures.ts';
import { wordsOf } from '../../../test/testing/pdf-words.ts';
import { steps, wish } from '../../../test/testing/ring-of-three.ts';
import { orderPdf } from '../../agreements/papers/order-pdf.ts';

const { test } = await administratorTest();

const order = {
  ...{ number: 'EST/49', memo: '1204', date: '2026-06-15', authority: 'The Director, Primary Education' },
  ...{ copyTo: ['The treasury officer'], language: 'both' },
};

const write = (token: string, body: object, query = '') =>
  test.call({ method: 'POST', url: `/api/admin/orders/document${query}`, body, token });

const recorded = () => test.database.db.selectFrom('transfer_orders').select(['number', 'code']).execute();

describe('an order from a template', () => {
  it('is previewed without a trace, recorded with the paper, and printed again when it is sent again', async () => {
    const { administrator, id } = await agreedRing(test);
    const body = { ...order, agreements: [id] };
    const preview = await write(administrator.token, body, '?preview=true');
    expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(preview.headers['content-disposition']).toContain('filename="preview.pdf"');
    expect(await recorded()).toEqual([]);
    const made = await write(administrator.token, body);
    expect(made.headers['content-disposition']).toContain('filename="order-EST-49.pdf"');
    expect([made.statusCode, made.body.startsWith('%PDF-1.7')]).toEqual([200, true]);
    const [{ code = '' } = {}, ...others] = await recorded();
    expect(others).toEqual([]);
    expect((await test.call({ url: `/api/orders/${code}` })).json()).toEqual({ valid: true });
    const seen = await test.call({ url: `/api/admin/agreements/${id}`, token: administrator.token });
    const { members, orders } = seen.json();
    expect(orders.map(({ number, seats }) => [number, seats])).toEqual([['EST/49', [1, 2, 3]]]);
    expect(members.every((member) => member.steps.some(({ step }) => step === 'ordered'))).toBe(true);
    expect((await write(administrator.token, body)).statusCode).toBe(200);
    expect(await recorded()).toEqual([{ number: 'EST/49', code }]);
    const another = await write(administrator.token, { ...body, number: 'EST/50' });
    expect(another.json<{ fields: object }>().fields).toHaveProperty('agreements');
  });

  it('is refused to a district for groups that cross districts, and names them', async () => {
    const { id } = await agreedRing(test);
    const gaya = await makeAdministrator(test);
    const { _id: officer } = gaya.user;
    await test.database.db
      .updateTable('users')
      .set({ administers: ['gaya'] })
      .where('id', '=', officer)
      .execute();
    const { number } = (await test.call({ url: `/api/admin/agreements/${id}`, token: gaya.token })).json();
    const refused = await write(gaya.token, { ...order, agreements: [id] });
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      403,
      `The state orders groups that cross districts: ${number}. Please choose without them.`,
    ]);
  });

  it('extends the order whose number is written otherwise, and prints it as it was recorded', async () => {
    const { administrator, ring, id } = await agreedRing(test);
    const first = { ...order, number: 'E.S.T./49', authority: 'DEO Gaya' };
    const { number, date, authority } = first;
    const one = await test.call({
      method: 'POST',
      url: `/api/admin/agreements/${id}/order`,
      body: { number, date, authority, members: [ring[0].teacher.user._id], reason: 'By post' },
      token: administrator.token,
    });
    expect(one.statusCode, one.body).toBe(200);
    const body = { ...order, authority: 'Another office', agreements: [id] };
    const made = await write(administrator.token, body);
    expect(made.statusCode, made.body.slice(0, 200)).toBe(200);
    expect((await recorded()).map(({ number: of }) => of)).toEqual(['E.S.T./49']);
    const seen = await test.call({ url: `/api/admin/agreements/${id}`, token: administrator.token });
    expect(seen.json().orders.map(({ seats }) => seats)).toEqual([[1, 2, 3]]);
  });

  it('names the school that a member left who has joined elsewhere; the preview names whose school is unknown', async () => {
    const { administrator, ring, id } = await agreedRing(test);
    const { db } = test.database;
    const { _id: joined, name } = ring[1].teacher.user;
    const left = { school_name: 'Middle School of the Ring' };
    await db.updateTable('users').set(left).where('id', '=', joined).execute();
    const joining = await test.call({
      method: 'POST',
      url: `/api/admin/agreements/${id}/joining`,
      body: { member: joined, date: '2026-06-15', reason: 'Joining report', accept: true },
      token: administrator.token,
    });
    expect(joining.statusCode, joining.body).toBe(200);
    const body = { ...order, language: 'en', agreements: [id] };
    const preview = async () =>
      wordsOf((await write(administrator.token, body, '?preview=true')).rawPayload).join('\n');
    const known = await preview();
    expect(known.split('Middle School of the Ring')).toHaveLength(3);
    expect(known).not.toContain('is not known any more');
    const csv = await test.call({ url: '/api/admin/agreements.csv', token: administrator.token });
    expect(csv.body.split('Middle School of the Ring')).toHaveLength(3);
    await db.updateTable('requests').set({ left_block: null, left_school: null }).execute();
    expect(await preview()).toContain(`The school that ${name} leaves is not known any more`);
  });

  it('names members of several groups, and is recorded for all of them or for none', async () => {
    const { administrator, id } = await agreedRing(test);
    const subject = { registration: { subject: 'Sanskrit' } };
    const [there] = steps;
    const pair = [
      await wish(test, [there[0], there[1]], subject),
      await wish(test, [there[1], there[0]], subject),
    ];
    const second = await agreed(test, pair);
    const missing = '01990000-0000-7000-8000-000000000001';
    const refused = await write(administrator.token, { ...order, agreements: [id, missing] });
    expect([refused.statusCode, await recorded()]).toEqual([404, []]);
    const made = await write(administrator.token, { ...order, agreements: [id, second] });
    expect(made.statusCode, made.body.slice(0, 200)).toBe(200);
    const codes = (await recorded()).map(({ code }) => code);
    expect(new Set(codes).size).toBe(2);
  });
});

it('the paper has a group of which the names are long on as many pages as it needs', async () => {
  const long = 'Kumari Rameshwari Devi Sinha '.repeat(3).slice(0, 80).trim();
  const member = {
    ...{ name: long, phone: '', email: '', schoolName: `Utkramit Madhya Vidyalaya ${long}` },
    ...{ category: null, batch: null, teacherId: 'BR1234567890', designation: null, joinedOn: null },
    ...{ fromBlock: 'bodh-gaya', toBlock: 'danapur' },
  };
  const agreement = { number: 'G7K2MPQR', subject: 'urdu', class_range: '6-8' } as never;
  const group = {
    facts: { agreement, members: [member, member, member] },
    positions: [0, 1, 2],
    check: { code: 'ABCDEFGHJKMN', url: 'https://transfer.example.org/order/ABCDEFGHJKMN' },
  };
  const pages = async (count: number) => {
    const paper = await orderPdf(
      order as never,
      Array.from({ length: count }, () => group),
      'hi',
    );
    return (paper.toString('latin1').match(/\/Type \/Page\b/g) ?? []).length;
  };
  const [one, forty] = [await pages(1), await pages(40)];
  // No signature stands on a sheet without a group.
  for (let count = 1; count <= 6; count++) {
    const groups = Array.from({ length: count }, () => ({ ...group, positions: [0, 1] }));
    const paper = await orderPdf(order as never, groups, 'en');
    const sheets = (paper.toString('latin1').match(/\/Type \/Page\b(?!s)/g) ?? []).length;
    const heads =
      wordsOf(paper)
        .join('\n')
        .match(/From school/g) ?? [];
    expect(heads).toHaveLength(sheets);
  }
  expect(one).toBe(1);
  expect(forty).toBeGreaterThan(10);
  expect(forty).toBeLessThan(30);
});
