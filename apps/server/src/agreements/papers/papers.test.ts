/** This file is long because all tests share one group, which is expensive to create. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agreed, answer, proposed } from '../../../test/testing/agreements.ts';
import { makeAdministrator } from '../../../test/testing/factories.ts';
import { wordsOf } from '../../../test/testing/pdf-words.ts';
import { ringOfThree, steps, type Wisher, wish } from '../../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../../test/testing/test-app.ts';
import { createPaperPrinter } from './paper-printer.ts';

const warning = { operator: { kind: 'founder', name: 'Mutual Transfer' }, isFeeCharged: false } as const;
const noOrders = { addressees: [], orders: [], warning };

let test: TestApp;
let ring: [Wisher, Wisher, Wisher];
let id: string;

beforeAll(async () => {
  test = await startTestApp();
  ring = await ringOfThree(test, 'Urdu');
  const { db } = test.database;
  const name = (who: Wisher, values: object) =>
    db.updateTable('users').set(values).where('id', '=', who.teacher.user._id).execute();
  await name(ring[0], { name: '=HYPERLINK("http://x")', school_name: 'कन्या, "मध्य" विद्यालय' });
  await name(ring[1], { name: 'क्षितिज त्रिपाठी' });
  id = await agreed(test, ring);
});
afterAll(() => test.close());

const paper = (who: Wisher, name: string, of = id, language = 'en') =>
  test.call({
    url: `/api/agreements/${of}/${name}`,
    token: who.teacher.token,
    headers: { 'accept-language': language },
  });

it.each(['hi', 'en', 'both'])('the application is a PDF with searchable text, in %s', async (language) => {
  const response = await paper(ring[1], `application.pdf?language=${language}`);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/pdf');
  const words = wordsOf(response.rawPayload).join('\n');
  expect(words).toContain('क्षितिज त्रिपाठी');
  expect(words.includes('पारस्परिक स्थानांतरण हेतु संयुक्त आवेदन')).toBe(language !== 'en');
  expect(words.includes('Joint application for mutual transfer')).toBe(language !== 'hi');
  for (const block of language === 'hi' ? ['बोधगया', 'अमनौर'] : ['Bodh Gaya, Gaya', 'Amnour, Saran']) {
    expect(words).toContain(block);
  }
});

it.each([
  ['hi', 3, 'हस्ताक्षर'],
  ['en', 3, 'Signature'],
  ['both', 6, 'Signature'],
] as const)(
  'ten members with long names are printed in full in both tables, in %s on %i pages',
  async (language, pages, signature) => {
    const blocks = [
      'rajgir',
      'danapur',
      'bodh-gaya',
      'amnour',
      'siwan',
      'barh',
      'sheohar',
      'lakhisarai',
      'supaul',
    ];
    const names = ['Venkatanarasimharajuvaripeta Subrahmanyeswaran', 'श्रीमती राजराजेश्वरी प्रसाद सिंह कुशवाहा'];
    const places = [...blocks, 'madhepura'];
    const members = places.map((fromBlock, index) => ({
      name: `${names[index % 2]} ${index}`,
      ...{ phone: '', email: '', category: 'school', batch: 'TRE 2' },
      schoolName: 'उत्क्रमित उच्चतर माध्यमिक विद्यालय, बसंतपुर बाज़ार टोला, संकुल रामपुर',
      ...{ teacherId: 'BR123456789', designation: 'Vidyalaya Adhyapak', joinedOn: '2014-07-01' },
      fromBlock,
      toBlock: places[(index + 1) % places.length] ?? '',
    }));
    const printer = createPaperPrinter();
    const now = new Date('2026-06-15T06:30:00.000Z');
    const facts = { agreement: { id, subject: 'urdu', class_range: '6-8' } as never, members, ...noOrders };
    const pdf = await printer.print({ kind: 'application', facts, language, now });
    await printer.close();
    expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(pages);
    const words = wordsOf(pdf);
    // Once per language in the table of teachers and once beside the signature line.
    const languages = language === 'both' ? 2 : 1;
    for (const { name } of members) {
      expect(words.filter((word) => word === name)).toHaveLength(languages);
      expect(words.filter((word) => word.startsWith(`${name}\n`))).toHaveLength(2 * languages);
    }
    expect(words.filter((word) => word === signature).length).toBeGreaterThan(0);
    const signed = words.filter((word) => /^\d+$/.test(word));
    // In the table of teachers, and beside the signatures of the members and of the heads of their schools.
    expect(signed).toHaveLength(30 * languages);
  },
);

it('two members are printed on one sheet per language', async () => {
  const members = ['bodh-gaya', 'danapur'].map((fromBlock, index, places) => ({
    name: ['Rajesh Kumar', 'Nazia Anjum'][index] ?? '',
    ...{ phone: '', email: '', category: 'school', batch: 'TRE 2' },
    schoolName: 'उत्क्रमित उच्चतर माध्यमिक विद्यालय, बसंतपुर',
    ...{ teacherId: 'BR1234567', designation: 'Vidyalaya Adhyapak', joinedOn: '2014-07-01' },
    fromBlock,
    toBlock: places[1 - index] ?? '',
  }));
  const printer = createPaperPrinter();
  const facts = { agreement: { id, subject: 'urdu', class_range: '6-8' } as never, members, ...noOrders };
  const pdf = await printer.print({
    kind: 'application',
    facts,
    language: 'both',
    now: new Date('2026-06-15T06:30:00.000Z'),
  });
  await printer.close();
  expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2);
});

it('the application has each teacher’s id, designation and joining day, the forwarding, and room for the office', async () => {
  const { db } = test.database;
  const stated = { teacher_id: 'BR1234567', designation: 'Vidyalaya Adhyapak', joined_on: '2014-07-01' };
  const [, member] = ring;
  await db.updateTable('users').set(stated).where('id', '=', member.teacher.user._id).execute();
  const words = wordsOf((await paper(ring[0], 'application.pdf?language=en')).rawPayload);
  const cell = words.find((word) =>
    word.startsWith('क्षितिज त्रिपाठी\nTeacher ID: BR1234567\nVidyalaya Adhyapak\n'),
  );
  expect(cell).toContain('At this school since 01.07.2014');
  // The previous member's row also names this teacher, whose place the previous member takes.
  expect(words.filter((word) => word.includes('Teacher ID: BR1234567'))).toHaveLength(2);
  const all = words.join('\n');
  for (const words of [
    'No money has been paid',
    'Forwarded by the heads',
    'No departmental proceedings',
    'Opinion of',
  ]) {
    expect(all).toContain(words);
  }
  const hindi = wordsOf((await paper(ring[0], 'application.pdf?language=hi')).rawPayload).join('\n');
  for (const words of ['घोषणा पत्र', 'अग्रसारित', 'सेवा पुस्तिका', 'जिला स्थापना समिति'])
    expect(hindi).toContain(words);
});

it('a name in Urdu or Bengali uses a font of its script, which no other paper embeds', async () => {
  const printer = createPaperPrinter();
  const seat = {
    ...{ phone: '', email: '', category: null, batch: null, schoolName: 'Madhya Vidyalaya' },
    ...{ teacherId: null, designation: null, joinedOn: null },
  };
  const printed = async (...names: string[]) => {
    const members = names.map((name) => ({ ...seat, name, fromBlock: 'barh', toBlock: 'siwan' }));
    const facts = { agreement: { id, subject: 'urdu', class_range: '6-8' } as never, members, ...noOrders };
    const pdf = await printer.print({ kind: 'application', facts, language: 'hi', now: test.clock.now });
    expect(wordsOf(pdf)).toEqual(expect.arrayContaining(names));
    return [...new Set(pdf.toString('latin1').match(/Noto\w+(?=-)/g))].toSorted();
  };
  expect(await printed('محمد شمیم حق', 'রীতা চট্টোপাধ্যায়')).toEqual([
    'NotoNaskhArabic',
    'NotoSansBengali',
    'NotoSansDevanagari',
  ]);
  expect(await printed('Asha Kumari', 'क्षितिज त्रिपाठी')).toEqual(['NotoSansDevanagari']);
  await printer.close();
});

it('the main thread stays responsive while papers are printed, and each caller gets their own paper', async () => {
  const isPrinting = { now: true };
  let turns = 0;
  const count = () => {
    turns += 1;
    if (isPrinting.now) setImmediate(count);
  };
  count();
  const papers = await Promise.all(
    ['hi', 'en', 'both'].map((language) => paper(ring[0], `application.pdf?language=${language}`)),
  );
  isPrinting.now = false;
  // On the main thread there would be only a few dozen turns of the event loop between the parts of the papers.
  expect(turns).toBeGreaterThan(1_000);
  const titles = papers.map(({ rawPayload }) => wordsOf(rawPayload)[0]);
  expect(titles.map((title) => title?.startsWith('Joint'))).toEqual([false, true, false]);
});

it('a paper that cannot be printed is refused, and the next one is printed', async () => {
  const printer = createPaperPrinter();
  const now = new Date('2026-06-15T06:30:00.000Z');
  const facts = { agreement: { id, subject: 'urdu', class_range: '6-8' } as never, members: [], ...noOrders };
  const broken = { ...facts, agreement: { id, subject: 'nothing' } as never, members: [{} as never] };
  await expect(printer.print({ kind: 'application', facts: broken, language: 'en', now })).rejects.toThrow(
    'was not printed',
  );
  expect(
    (await printer.print({ kind: 'application', facts, language: 'en', now })).subarray(0, 4).toString(),
  ).toBe('%PDF');
  const last = printer.print({ kind: 'application', facts, language: 'en', now });
  await Promise.all([expect(last).rejects.toThrow('closing'), printer.close()]);
});

it('the group sheet has one teacher per row in the order of the ring, and no cell that a spreadsheet executes', async () => {
  const { body } = await paper(ring[2], 'group.csv');
  const lines = body.trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('Number,Name,Phone,');
  const hindi = (await paper(ring[2], 'group.csv', id, 'hi')).body.trim().split('\r\n');
  expect(hindi[0]).toContain('क्रमांक,नाम,फ़ोन,');
  expect(hindi[0]?.split(',')).toHaveLength(lines[0]?.split(',').length ?? 0);
  expect(hindi[1]).toContain('गया,बोधगया,पटना,दानापुर,क्षितिज त्रिपाठी,उर्दू,कक्षा 6 से 8');
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(lines[1]).toContain('"कन्या, ""मध्य"" विद्यालय"');
  expect(lines[1]).toContain('Gaya,Bodh Gaya,Patna,Danapur,क्षितिज त्रिपाठी,Urdu,Class 6 to 8');
});

it('the application carries the code of each valid order', async () => {
  const members = await ringOfThree(test, 'Hindi');
  const of = await agreed(test, members);
  const administrator = await makeAdministrator(test);
  const recorded = await test.call({
    method: 'POST',
    url: `/api/admin/agreements/${of}/order`,
    body: { number: 'EST/7', date: '2026-06-15', reason: 'Received' },
    token: administrator.token,
  });
  expect(recorded.statusCode, recorded.body).toBe(200);
  const code: string = recorded.json().orders[0].code;
  const { rawPayload } = await paper(members[0], 'application.pdf?language=en', of);
  const words = wordsOf(rawPayload).join(' ').replaceAll(/\s+/g, ' ');
  const printed = `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
  expect(words).toContain(`Order EST/7 of 15 June 2026. Code ${printed}`);
});

it('the calendar contains the deadlines', async () => {
  const before = await paper(ring[0], 'deadlines.ics');
  expect(before.body).toMatch(/BEGIN:VCALENDAR[\s\S]*SUMMARY:Submit the group on e-Shikshakosh/);
  const url = `/api/agreements/${id}/steps`;
  await test.call({ method: 'POST', url, body: { step: 'submitted' }, token: ring[0].teacher.token });
  expect((await paper(ring[0], 'deadlines.ics')).body.match(/SUMMARY:/g)).toHaveLength(2);
});

it('the group sheet hides the phone number of a member who hides it', async () => {
  const hidden = { hideName: false, hidePhone: true, hideEmail: false, hideSchoolName: false };
  const shy = await wish(test, steps[0], {
    registration: { subject: 'Sanskrit' },
    request: { privacySettings: hidden, contactPreference: 'email' },
  });
  const back = await wish(test, [steps[0][1], steps[0][0]], { registration: { subject: 'Sanskrit' } });
  const done = await agreed(test, [shy, back]);
  const phone = shy.teacher.user.phone ?? '';
  const tick = ({ teacher: { token } }: Wisher, step: string) =>
    test.call({ method: 'POST', url: `/api/agreements/${done}/steps`, body: { step }, token });
  await tick(shy, 'submitted');
  for (const who of [shy, back]) expect((await tick(who, 'joined')).statusCode).toBe(200);
  const sheet = await paper(back, 'group.csv', done);
  expect(sheet.body).toContain(shy.teacher.user.name);
  expect(sheet.body).not.toContain(phone);
});

it('papers of a proposal, and papers for a teacher who is not a member, are refused', async () => {
  const other = await wish(test, steps[0], { registration: { subject: 'Hindi' } });
  const back = await wish(test, [steps[0][1], steps[0][0]], { registration: { subject: 'Hindi' } });
  const proposal = await proposed(test, [other, back]);
  for (const name of ['application.pdf', 'group.csv']) {
    expect((await paper(other, name, proposal)).json().code).toBe('agreement_step');
    expect((await paper(other, name)).statusCode).toBe(404);
  }
  expect((await paper(other, 'deadlines.ics', proposal)).body).toContain('Answer the swap proposal');
  await answer(test, back, proposal, 'no');
  expect((await paper(other, 'deadlines.ics', proposal)).json().code).toBe('agreement_over');
});

it('each member sees in the account who saw their contact in an agreement, even if they hide it elsewhere', async () => {
  const [first, second] = await ringOfThree(test, 'Sanskrit');
  const others = await ringOfThree(test, 'Sanskrit');
  const members = [first, second, others[2]];
  const { db } = test.database;
  await db
    .updateTable('users')
    .set({ hide_phone: true, hide_email: true })
    .where('role', '=', 'teacher')
    .execute();
  const viewersOf = async ({ teacher }: Wisher) =>
    (await test.call({ url: '/api/auth/contact-views', token: teacher.token }))
      .json()
      .views.map(({ viewer }) => viewer._id);
  const agreement = await agreed(test, members);
  await db.deleteFrom('contact_views').execute();
  expect((await paper(second, 'group.csv', agreement)).body).toContain(first.teacher.user.phone);
  expect(await viewersOf(first)).toEqual([second.teacher.user._id]);
  const room = await test.call({ url: `/api/agreements/${agreement}`, token: others[2].teacher.token });
  expect(room.body).toContain(first.teacher.user.phone);
  expect((await viewersOf(first)).toSorted()).toEqual(
    [second, others[2]].map(({ teacher }) => teacher.user._id).toSorted(),
  );
});

it('papers are not available once a member’s account is deactivated, even after all have moved', async () => {
  const members = await ringOfThree(test, 'Sanskrit');
  const agreement = await agreed(test, members);
  const { db } = test.database;
  await db
    .updateTable('agreements')
    .set({ state: 'completed', submitted_at: test.clock.now, ended_at: test.clock.now })
    .where('id', '=', agreement)
    .execute();
  expect((await paper(members[1], 'group.csv', agreement)).statusCode).toBe(200);
  await db
    .updateTable('users')
    .set({ is_active: false })
    .where('id', '=', members[0].teacher.user._id)
    .execute();
  const refused = await paper(members[1], 'group.csv', agreement);
  expect(refused.statusCode).toBe(409);
  expect(refused.body).not.toContain(members[0].teacher.user.phone);
});

it('papers of different members are printed in turns, and those beyond the queue are refused with a retry time', async () => {
  const printed: string[] = [];
  const ask = async (who: Wisher, name: string) => {
    const answered = await paper(who, 'application.pdf');
    if (answered.statusCode === 200) printed.push(name);
    return answered;
  };
  const greedy = Array.from({ length: 24 }, () => ask(ring[0], 'greedy'));
  expect((await ask(ring[1], 'other')).statusCode).toBe(200);
  const answers = await Promise.all(greedy);
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answered of refused) {
    expect([answered.statusCode, answered.json().code]).toEqual([429, 'rate_limited']);
    expect(answered.headers['retry-after']).toBe('5');
  }
  // The other member's paper does not wait for all papers of the member who asks for many.
  expect(printed.at(-1)).toBe('greedy');
});
