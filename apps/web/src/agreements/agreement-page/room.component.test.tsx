import type { Agreement, Repairs } from '@mutual-transfer/domain/agreements/agreement';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { agreement, seat } from '../../testing/agreements.ts';
import { idOf, person } from '../../testing/people.ts';
import { answerCalls, show } from '../../testing/show.tsx';
import { AgreementCard } from '../agreements-page.tsx';
import { AnswerPart } from './answer-part.tsx';
import { MessagesPart } from './messages-part.tsx';
import { PostingPart } from './posting-part.tsx';
import { RepairPart } from './repair-part.tsx';
import { Seats } from './seats.tsx';
import { StepsPart } from './steps-part.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it('the steps link to the portal if its URL is set', async () => {
  const support = { supportEmail: 'a@example.org', sendsPasswordLinks: false, sendsPasswordCodes: false };
  api = answerCalls(() => ({ status: 200, body: { ...support, portalUrl: 'https://portal.example.org' } }));
  await show(<StepsPart agreement={agreement({ state: 'agreed' })} />);
  const link = page.getByRole('link', { name: 'Open the state portal' });
  await expect.element(link).toHaveAttribute('href', 'https://portal.example.org');
});

it('before a yes is sent, the form states which details it opens and which requests it closes', async () => {
  api = answerCalls(() => ({ status: 200, body: {} }));
  await show(<AnswerPart agreement={agreement()} />);
  await expect
    .element(
      page.getByText(
        'Members see your name and mobile number now. Once all agree, they also see what you hide: school.',
      ),
    )
    .toBeVisible();
  await expect.element(page.getByText(/leaves the lists and your other proposals end/)).toBeVisible();
  expect(api.calls).toEqual([]);
  await page.getByRole('button', { name: 'Yes, I agree' }).click();
  await expect
    .poll(() => api?.calls)
    .toEqual([{ path: `/api/agreements/${idOf(20)}/answer`, body: { answer: 'yes' } }]);
});

it('a link to the messages focuses their heading', async () => {
  api = answerCalls(() => ({ status: 200, body: { messages: [] } }));
  const messages = <MessagesPart agreement={agreement({ state: 'agreed' })} userId={idOf(1)} />;
  await show(messages, 'en', '/agreements/1#messages');
  await expect.element(page.getByRole('heading', { name: 'Messages' })).toHaveFocus();
});

it.each([
  ['100%', 'sticky'],
  ['150%', 'static'],
] as const)(
  'at a font size of %s on a narrow screen, the buttons of an answer have the position %s',
  async (size, position) => {
    await page.viewport(320, 640);
    document.documentElement.style.fontSize = size;
    try {
      await show(<AnswerPart agreement={agreement()} />);
      const yes = page.getByRole('button', { name: 'Yes, I agree' });
      await expect.element(yes).toBeVisible();
      const buttons = yes.element().parentElement;
      expect(buttons && getComputedStyle(buttons).position).toBe(position);
    } finally {
      document.documentElement.style.fontSize = '';
    }
  },
);

it.each([
  ['round', 1],
  ['teacher', 0],
] as const)(
  'the dialog that declines a proposal of a %s warns %i times that the readiness ends',
  async (source, times) => {
    await show(<AnswerPart agreement={agreement({ source })} />);
    await page.getByRole('button', { name: 'No, I do not want it' }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText(/ends the proposal for all its members/)).toBeVisible();
    expect(dialog.getByText(/no longer count as ready/).elements()).toHaveLength(times);
  },
);

it.each([
  [true, true, 1, 0],
  [false, true, 0, 1],
  [false, false, 0, 0],
])(
  'if silenceAgrees is %s and isAnnounced is %s, it states %i times that silence is a yes, %i times that it is not',
  async (silenceAgrees, isAnnounced, times, endings) => {
    await show(<AnswerPart agreement={agreement({ source: 'round', silenceAgrees, isAnnounced })} />);
    await expect.element(page.getByRole('button', { name: 'Yes, I agree' })).toBeVisible();
    const silence = page.getByText(/if you say nothing by 18 Jun 2026.* object with “No, I do not want it”/);
    expect(silence.elements()).toHaveLength(times);
    const end = page.getByText(/silence is not a yes: you must answer yes by 18 Jun 2026/);
    expect(end.elements()).toHaveLength(endings);
  },
);

it('the steps say below the next step that a tick is final and when the swap is completed', async () => {
  const can = { ...agreement().can, answer: [], steps: ['otp', 'joined'] } satisfies Agreement['can'];
  await show(<StepsPart agreement={agreement({ state: 'in_progress', can })} />);
  const final = page.getByText(/a tick cannot be taken back/);
  await expect.element(final).toBeVisible();
  const next = page.getByRole('button', { name: 'I gave the one-time password' }).element();
  expect(final.element().compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  await expect.element(page.getByText(/When all have joined, the swap is completed/)).toBeVisible();
});

it('a step is sent only after a confirmation', async () => {
  api = answerCalls(() => ({ status: 200, body: agreement({ state: 'in_progress' }) }));
  const can = { ...agreement().can, answer: [], steps: ['otp'] } satisfies Agreement['can'];
  await show(<StepsPart agreement={agreement({ state: 'in_progress', can })} />);
  await page.getByRole('button', { name: 'I gave the one-time password' }).click();
  await page.getByRole('button', { name: 'Not yet' }).click();
  expect(api.calls.filter(({ body }) => body !== undefined)).toEqual([]);
  await page.getByRole('button', { name: 'I gave the one-time password' }).click();
  await page.getByRole('button', { name: 'Yes, it is done' }).click();
  await expect.poll(() => api?.calls.map(({ body }) => body)).toContainEqual({ step: 'otp' });
});

const joined = [{ step: 'joined', at: '2026-06-25T06:30:00.000Z' }] as const;
const moved = (schoolName: string) =>
  seat({ user: person({ district: 'Gaya', postingBlock: 'Bodh Gaya', schoolName }), steps: [...joined] });

it.each([
  ['en', 'Congratulations: you have moved to Bodh Gaya, Gaya!'],
  ['hi', 'बधाई हो: आपका स्थानांतरण बोधगया, गया में हो गया है!'],
] as const)(
  'a member who joined is congratulated, and asked for the school (%s)',
  async (language, title) => {
    api = answerCalls(() => ({ status: 200, body: {} }));
    const members = [moved(''), seat({ isMe: false, requestId: idOf(11) })];
    await show(<PostingPart agreement={agreement({ state: 'in_progress', members })} />, language);
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('textbox').fill('Uchch Vidyalaya');
    await page.getByRole('button', { name: language === 'en' ? 'Save the school' : 'विद्यालय सहेजें' }).click();
    await expect
      .poll(() => api?.calls)
      .toContainEqual({ path: '/api/auth/profile', body: { schoolName: 'Uchch Vidyalaya' } });
  },
);

it('a school that is stated can be corrected', async () => {
  await show(
    <PostingPart agreement={agreement({ state: 'completed', members: [moved('Uchch Vidyalaya')] })} />,
  );
  await expect.element(page.getByText('Uchch Vidyalaya')).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Correct the school' }).click();
  await expect.element(page.getByRole('textbox')).toHaveValue('Uchch Vidyalaya');
  await expect.element(page.getByRole('link', { name: 'Change my posting' })).toBeVisible();
});

it('a member who has not joined is not congratulated', async () => {
  await show(<PostingPart agreement={agreement({ state: 'in_progress' })} />);
  expect(page.getByText(/Congratulations/).elements()).toEqual([]);
});

it('the confirmation of the joining step says that it changes the posting', async () => {
  const can = { ...agreement().can, answer: [], steps: ['joined'] } satisfies Agreement['can'];
  await show(<StepsPart agreement={agreement({ state: 'in_progress', can })} />);
  await page.getByRole('button', { name: 'I have joined' }).click();
  await expect.element(page.getByRole('dialog').getByText(/becomes your posting/)).toBeVisible();
});

it('the seat of a member who moved shows only the new place', async () => {
  await show(<Seats agreement={agreement({ state: 'completed', members: [moved('')] })} />);
  await expect.element(page.getByRole('listitem').getByText('Bodh Gaya, Gaya')).toBeVisible();
  expect(page.getByText('→').elements()).toEqual([]);
});

it.each([
  ['a teacher with a visible name', 'en', {}, {}, /^Sunita Kumari proposed it on 15 Jun 2026/],
  ['a teacher with a visible name', 'hi', {}, {}, /^यह प्रस्ताव Sunita Kumari ने 15 जून 2026/],
  [
    'a teacher with a hidden name',
    'en',
    { user: person({ name: 'Hidden' }) },
    {},
    /^A teacher in Danapur, Patna/,
  ],
  ['a teacher whose account is not shown', 'en', { user: null }, {}, /^A teacher proposed it on/],
  ['the viewer', 'en', { isMe: true }, {}, /^You proposed it on/],
  ['a round', 'en', { isProposer: false }, { source: 'round' }, /^A round of this portal proposed it on/],
] as const)(
  'a proposal says who proposed it and when: %s (%s)',
  async (_who, language, member, of, sentence) => {
    const proposer = seat({ isMe: false, isProposer: true, requestId: idOf(11), ...member });
    const members = proposer.isMe ? [proposer] : [seat(), proposer];
    await show(<AgreementCard agreement={agreement({ members, ...of })} />, language);
    await expect.element(page.getByText(sentence)).toBeVisible();
  },
);

it('the outcome of a proposal does not name the proposer', async () => {
  await show(<AgreementCard agreement={agreement({ state: 'agreed' })} />);
  await expect.element(page.getByText(/^Group of 2/)).toBeVisible();
  expect(page.getByText(/proposed it/).elements()).toEqual([]);
});

it('a proposal that awaits the viewer’s answer has a link to answer it', async () => {
  await show(<AgreementCard agreement={agreement()} />);
  await expect.element(page.getByRole('link', { name: 'Answer' })).toBeVisible();
});

it.each([
  ['agreed', { agreedAt: '2026-06-16T06:30:00.000Z' }, /All agreed on 16 Jun 2026/],
  ['in_progress', { submittedAt: '2026-06-18T06:30:00.000Z' }, /Submitted as a group on 18 Jun 2026/],
  ['completed', { endedAt: '2026-06-20T06:30:00.000Z' }, /Completed on 20 Jun 2026/],
  ['declined', { endedAt: '2026-06-16T06:30:00.000Z' }, /Ended on 16 Jun 2026/],
] as const)(
  'the card of an agreement in the state %s shows when the agreement reached that state',
  async (state, moments, sentence) => {
    const can = { ...agreement().can, answer: [] };
    await show(<AgreementCard agreement={agreement({ state, ...moments, can })} />);
    await expect.element(page.getByText(sentence)).toBeVisible();
    expect(page.getByRole('link', { name: 'Answer' }).elements()).toEqual([]);
  },
);

it('the members are listed with their numbers in the drawing', async () => {
  await show(<Seats agreement={agreement()} />);
  await expect.element(page.getByText('1. You', { exact: true })).toBeVisible();
  await expect.element(page.getByText('2. Sunita Kumari', { exact: true })).toBeVisible();
});

it('a repair names its teachers, or the place of a teacher who hides the name', async () => {
  const movesTo = { district: 'Gaya', block: 'Bodh Gaya' };
  const hidden = person({ name: 'Hidden', district: 'Gaya', postingBlock: 'Amas' });
  const one = (user: ReturnType<typeof person>, id: number, isNew = false) => ({
    user,
    requestId: idOf(id),
    movesTo,
    isNew,
  });
  const ring = (...members: ReturnType<typeof one>[]) => ({
    requests: members.map(({ requestId }) => requestId),
    members,
  });
  const body: Repairs = {
    smaller: [ring(one(person(), 10), one(person({ name: 'Vikas Paswan' }), 11))],
    standbys: [
      ring(one(person(), 10), one(hidden, 12, true)),
      ring(one(person(), 10), one(hidden, 12, true), one(person({ name: 'Asha Kumari' }), 13, true)),
    ],
    askable: [],
    missing: [],
  };
  api = answerCalls(() => ({ status: 200, body }));
  await show(<RepairPart agreement={agreement()} userId="the account" />);
  await expect.element(page.getByText('A smaller ring of 2 of you, with Vikas Paswan')).toBeVisible();
  await expect.element(page.getByText('The same ring with a teacher in Amas, Gaya')).toBeVisible();
  await expect
    .element(page.getByText('A ring of 3 with a teacher in Amas, Gaya and Asha Kumari'))
    .toBeVisible();
});

it('a repair can ask teachers who have not said that they are ready', async () => {
  const movesTo = { district: 'Gaya', block: 'Bodh Gaya' };
  const asked = person({ name: 'Vikas Paswan' });
  const members = [
    { user: person(), requestId: idOf(10), movesTo, isNew: false },
    { user: asked, requestId: idOf(11), movesTo, isNew: true },
  ];
  const ring = { requests: members.map(({ requestId }) => requestId), members };
  const body: Repairs = { smaller: [], standbys: [], askable: [ring], missing: [] };
  api = answerCalls(() => ({ status: 200, body }));
  await show(<RepairPart agreement={agreement()} userId="the account" />);
  await expect.element(page.getByText(/have not said that they are ready/)).toBeVisible();
  await expect.element(page.getByText('The same ring with Vikas Paswan')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Vikas Paswan/ })).toBeVisible();
});

it('a pair that failed has no drawing and no ring, and shares which teacher is missing', async () => {
  const at = (district: string, block: string) => ({ district, block });
  const missing = [{ from: at('Siwan', 'Siwan'), to: at('Gaya', 'Bodh Gaya'), length: 2, share: 'abc' }];
  api = answerCalls(() => ({
    status: 200,
    body: { smaller: [], standbys: [], askable: [], missing } satisfies Repairs,
  }));
  const members = [seat({ answer: 'yes' }), seat({ isMe: false, requestId: idOf(11), answer: 'yes' })];
  await show(<RepairPart agreement={agreement({ state: 'broken', members })} userId="the account" />);
  const wanted =
    'A teacher from Siwan, Siwan who wants to go to Bodh Gaya, Gaya could swap with you directly.';
  await expect.element(page.getByText(wanted)).toBeVisible();
  expect(page.getByText(/ ring /).elements()).toEqual([]);
  expect(page.getByText('Danapur', { exact: true }).elements()).toEqual([]);
});

it('a group that failed is drawn with the seat of the member who left, and says that no teacher can take it yet', async () => {
  const body: Repairs = { smaller: [], standbys: [], askable: [], missing: [] };
  api = answerCalls(() => ({ status: 200, body }));
  const left = person({ _id: idOf(31), name: 'Vikas Paswan' });
  const broken = agreement({
    state: 'broken',
    reason: 'left',
    endedBy: idOf(31),
    can: { ...agreement().can, answer: [], repair: true },
    members: [
      seat({ answer: 'yes' }),
      seat({
        isMe: false,
        requestId: idOf(11),
        answer: 'yes',
        user: left,
        movesTo: { district: 'Siwan', block: 'Siwan' },
      }),
      seat({
        isMe: false,
        requestId: idOf(12),
        answer: 'yes',
        movesTo: { district: 'Patna', block: 'Danapur' },
      }),
    ],
  });
  await show(<RepairPart agreement={broken} userId="the account" />);
  await expect.element(page.getByText(/No teacher can take the free place yet/)).toBeVisible();
  const drawing = document.querySelector('svg');
  expect(drawing?.querySelectorAll('[data-answer=no]').length).toBe(1);
  expect(drawing?.querySelectorAll('[data-broken]').length).toBe(2);
  expect(drawing?.parentElement?.textContent).toContain('DanapurBodh GayaSiwan');
});
