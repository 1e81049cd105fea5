import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession, storeSession } from '../platform/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { AgreementSection } from './agreement.tsx';
import { AgreementMembers, type MemberCells } from './agreement-tables.tsx';

const ID = '01990000-0000-7000-8000-0000000000a1';
const AT = '2026-11-20T06:00:00.000Z';

const member = (seat: number, name: string | null, more: object = {}): AgreementFile['members'][number] => ({
  seat,
  teacher: name === null ? null : { _id: `01990000-0000-7000-8000-00000000000${seat}`, name },
  district: 'Gaya',
  block: 'Bodh Gaya',
  answer: 'yes',
  isSilent: false,
  steps: [],
  phone: null,
  mobile: null,
  email: null,
  schoolName: null,
  category: null,
  takesPlaceOf: seat === 2 ? 1 : seat + 1,
  answeredAt: AT,
  isProposer: false,
  relievedOn: null,
  joinedOn: null,
  recordMovedAt: null,
  canRecord: ['joined'],
  canTakeBack: [],
  scrutinisedAt: null,
  canScrutinise: false,
  factsNow: null,
  ...more,
});

const agreement: AgreementFile = {
  _id: ID,
  number: 'G7K2MPQR',
  state: 'in_progress',
  officeState: 'in_progress',
  source: 'round',
  round: null,
  size: 2,
  subject: 'Urdu',
  classRange: '6-8',
  category: null,
  createdAt: AT,
  deadline: AT,
  agreedAt: AT,
  submittedAt: AT,
  endedAt: null,
  reason: null,
  joined: 0,
  members: [member(1, 'Asha Devi'), member(2, null)],
  endedBy: null,
  waitsUntil: null,
  hasScrutiny: false,
  hasUnseenOrder: false,
  orders: [],
  history: [
    {
      kind: 'undone',
      at: AT,
      member: null,
      administrator: 'The office',
      reason: null,
      words: 'Recorded by mistake',
      concerns: 'otp',
      isTakenBack: false,
    },
    {
      kind: 'otp',
      at: AT,
      member: { _id: '01990000-0000-7000-8000-000000000001', name: 'Asha Devi' },
      administrator: null,
      reason: null,
      words: null,
      concerns: null,
      isTakenBack: true,
    },
  ],
  papers: [],
  can: {
    deadline: true,
    end: true,
    order: true,
    orderSeats: [1, 2],
    undo: { id: ID, step: 'submitted', members: ['Asha Devi'] },
  },
};

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

const open = async (shown: AgreementFile, answer?: Parameters<typeof answerCalls>[0]) => {
  api = answerCalls((path, body, ...rest) =>
    body === undefined || answer === undefined ? { status: 200, body: shown } : answer(path, body, ...rest),
  );
  await show(<AgreementSection userId="a" />, 'en', `/?agreement=${ID}`);
  await expect.element(page.getByRole('heading', { name: 'Agreement G7K2MPQR' })).toBeVisible();
  return () => api?.calls.filter(({ body }) => body !== undefined) ?? [];
};
const dialog = () => page.getByRole('dialog');

const order = {
  ...{ _id: ID, number: 'BGP/4', date: '2026-11-20', authority: null, office: null, code: 'ABCDEFGHJKMN' },
  ...{ seats: [1], recordedAt: AT, recordedBy: 'The office', withdrawnAt: null, canWithdraw: true },
};

it('ending an agreement names its members and requires a reason', async () => {
  const ended = {
    ...agreement,
    state: 'broken' as const,
    can: { ...agreement.can, end: false, order: false },
  };
  const calls = await open(agreement, () => ({ status: 200, body: ended }));
  await page.getByRole('button', { name: 'End the agreement' }).click();
  await expect.element(dialog().getByText(/It ends at once for Asha Devi/)).toBeVisible();
  const end = dialog().getByRole('button', { name: 'End the agreement' });
  await end.click();
  const reason = dialog().getByRole('textbox', { name: 'Reason' });
  await expect.element(reason).toHaveAttribute('aria-invalid', 'true');
  expect(calls()).toEqual([]);
  await reason.fill('By order 12/2026');
  await dialog()
    .getByLabelText(/^What ends/)
    .selectOptions('Only this combination: it is not proposed again in this season');
  await end.click();
  await expect.element(page.getByText('It is recorded, and the members are told.')).toBeVisible();
  expect(calls()).toEqual([
    { path: `/api/admin/agreements/${ID}/end`, body: { scope: 'combination', reason: 'By order 12/2026' } },
  ]);
  await expect.element(page.getByRole('button', { name: 'End the agreement' })).not.toBeInTheDocument();
});

it.each([
  [false, /become invalid: BGP\/4\.$/],
  [true, /become invalid: BGP\/4 and an order of another office\./],
])(
  'ending an agreement names the orders that become invalid; one of another office: %s',
  async (hasUnseenOrder, text) => {
    const withdrawn = { ...order, _id: `${ID.slice(0, -1)}2`, number: 'OLD/1', withdrawnAt: AT };
    await open({ ...agreement, orders: [order, withdrawn], hasUnseenOrder });
    await page.getByRole('button', { name: 'End the agreement' }).click();
    await expect.element(dialog().getByText(text)).toBeVisible();
    expect(
      dialog()
        .getByText(/OLD\/1/)
        .elements(),
    ).toEqual([]);
  },
);

it('undoing a step names the step, and shows the reason of a refusal', async () => {
  const message = 'Another step is the last one now.';
  const calls = await open(agreement, () => ({ status: 409, body: { code: 'status_step', message } }));
  await expect.element(page.getByText('Recorded by mistake')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /one-time password Taken back/ })).toBeVisible();
  await page.getByRole('button', { name: 'Take back the last step' }).click();
  await expect.element(dialog().getByText(/Formed the group”, of Asha Devi/)).toBeVisible();
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('Wrong group');
  await dialog().getByRole('button', { name: 'Take back the last step' }).click();
  await expect.element(dialog().getByText(message)).toBeVisible();
  expect(calls()).toEqual([
    { path: `/api/admin/agreements/${ID}/steps/last`, body: { reason: 'Wrong group', step: ID } },
  ]);
});

it('undoing a joining names the members whose posting does not change back', async () => {
  const names = ['Asha Devi'];
  const undo = { id: ID, step: 'joined' as const, members: names, postingStays: names };
  const shown = { ...agreement, can: { ...agreement.can, undo } };
  await open(shown, () => ({ status: 200, body: shown }));
  await page.getByRole('button', { name: 'Take back the last step' }).click();
  await expect.element(dialog().getByText(/does not change back for Asha Devi/)).toBeVisible();
});

it('an action on an outdated agreement shows that nothing was recorded, and refetches the agreement', async () => {
  const message = 'This proposal or agreement is over.';
  let shown = agreement;
  api = answerCalls((_path, body) => {
    if (body === undefined) return { status: 200, body: shown };
    shown = {
      ...agreement,
      state: 'broken',
      can: { deadline: false, end: false, order: false, orderSeats: [], undo: null },
    };
    return { status: 409, body: { code: 'agreement_over', message } };
  });
  await show(<AgreementSection userId="a" />, 'en', `/?agreement=${ID}`);
  await page.getByRole('button', { name: 'Take back the last step' }).click();
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('Wrong group');
  await dialog().getByRole('button', { name: 'Take back the last step' }).click();
  await expect.element(dialog().getByText('Nothing was recorded.')).toBeVisible();
  await expect.element(dialog().getByText(message)).toBeVisible();
  await expect.element(dialog().getByText(/of Asha Devi/)).toBeVisible();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('button', { name: 'End the agreement' })).not.toBeInTheDocument();
});

it('a deadline that the API truncates to the day is shown without a time', async () => {
  const administration = {
    role: 'district' as const,
    districts: ['Gaya'],
    office: null,
    hasSecondFactor: false,
  };
  storeSession({ token: 'a token', user: { ...signInAs('admin'), administration } });
  await open({ ...agreement, deadline: '2026-11-28T18:30:00.000Z' });
  await expect.element(page.getByText('29 Nov 2026')).toBeVisible();
  await expect.element(page.getByText(/12:00/)).not.toBeInTheDocument();
  await expect.element(page.getByText(/20 Nov 2026, 11:30/).first()).toBeVisible();
});

it('an order without a date or a teacher shows an error at the field, and is not sent', async () => {
  const members = [member(1, 'Asha Devi'), member(2, 'Usha Devi')];
  const calls = await open({ ...agreement, members }, () => ({ status: 200, body: agreement }));
  await page.getByRole('button', { name: 'Record an order' }).click();
  await expect.element(dialog().getByRole('textbox', { name: 'Order number' })).toHaveFocus();
  for (const name of ['Asha Devi', 'Usha Devi']) await dialog().getByRole('checkbox', { name }).click();
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('Received');
  const record = dialog().getByRole('button', { name: 'Record an order' });
  await record.click();
  await expect.element(dialog().getByText('Please enter a day.')).toBeVisible();
  await dialog().getByRole('textbox', { name: 'Order number' }).fill('12/2026');
  await dialog()
    .getByLabelText(/^Date of the order/)
    .fill('2026-11-24');
  await record.click();
  const wrong = dialog().getByText('Please choose at least one teacher.');
  await expect.element(wrong).toBeVisible();
  await expect
    .element(dialog().getByRole('group'))
    .toHaveAccessibleDescription('Please choose at least one teacher.');
  await expect.element(dialog().getByRole('checkbox', { name: 'Asha Devi' })).toHaveFocus();
  expect(calls()).toEqual([]);
  const legend = dialog().getByText('It names').element().getBoundingClientRect();
  const first = dialog().getByText('Asha Devi').element().getBoundingClientRect();
  expect(legend.bottom).toBeLessThanOrEqual(first.top);
  await dialog().getByRole('checkbox', { name: 'Usha Devi' }).click();
  await expect.element(wrong).not.toBeInTheDocument();
  await record.click();
  await expect.poll(calls).toHaveLength(1);
  expect(calls()[0]?.body).toMatchObject({
    date: '2026-11-24',
    members: ['01990000-0000-7000-8000-000000000002'],
  });
});

it.each(['Extend the deadline', 'Record the joining: Asha Devi'])(
  'the dialog “%s” opens with the focus on its first field',
  async (name) => {
    await open(agreement);
    await page.getByRole('button', { name }).click();
    await expect.element(dialog().getByLabelText(/^(New deadline|Day of joining)/)).toHaveFocus();
  },
);

it('a relieving is recorded, and taken back, in the same dialogs as a joining', async () => {
  const both: MemberCells['canRecord'] = ['relieved', 'joined'];
  const steps = [{ step: 'ordered' as const, at: AT }];
  const relieved = { steps: [...steps, { step: 'relieved' as const, at: AT }], relievedOn: '2026-11-20' };
  const members = [
    member(1, 'Asha Devi', { canRecord: both, steps }),
    member(2, 'Usha Devi', { canRecord: both, canTakeBack: ['relieved'], ...relieved }),
  ];
  const shown = { ...agreement, members };
  const calls = await open(shown, () => ({ status: 200, body: shown }));
  const waits = 'Relieving of Asha Devi; Joining of Asha Devi and Usha Devi';
  await expect.element(page.getByText(waits)).toBeVisible();
  await page.getByRole('button', { name: 'Record the relieving: Asha Devi' }).click();
  await expect.element(dialog().getByText('The service record has been moved')).not.toBeInTheDocument();
  await dialog()
    .getByLabelText(/^Day of relieving/)
    .fill('2026-11-21');
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('Letter 5');
  await dialog().getByRole('button', { name: 'Record the relieving' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Take back the relieving: Usha Devi' }).click();
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('Wrong teacher');
  await dialog().getByRole('button', { name: 'Take back the relieving' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(calls().map(({ body }) => body)).toMatchObject([
    { step: 'relieved', date: '2026-11-21', member: '01990000-0000-7000-8000-000000000001' },
    { reason: 'Wrong teacher', seat: 2, moving: 'relieved' },
  ]);
});

it('a joining that needs a look says why, and is recorded only once that is ticked', async () => {
  const why = 'No order is recorded for this member.';
  const shown = { ...agreement, members: [member(1, 'Asha Devi', { canRecord: ['joined'] })] };
  const calls = await open(shown, (_path, body) =>
    (body as { accept?: boolean }).accept
      ? { status: 200, body: shown }
      : {
          status: 400,
          body: { code: 'validation_failed', message: 'Please check.', fields: { accept: why } },
        },
  );
  await page.getByRole('button', { name: 'Record the joining: Asha Devi' }).click();
  await expect.element(dialog().getByRole('checkbox', { name: /nevertheless/ })).not.toBeInTheDocument();
  await dialog()
    .getByLabelText(/^Day of joining/)
    .fill('2026-11-21');
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('Report 5');
  const record = dialog().getByRole('button', { name: 'Record the joining' });
  await record.click();
  await expect.element(dialog().getByText(why)).toBeVisible();
  await expect.element(dialog().getByText('Please check.')).not.toBeInTheDocument();
  await dialog().getByRole('checkbox', { name: 'Record it nevertheless' }).click();
  await record.click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(calls().map(({ body }) => body)).toMatchObject([{ accept: false }, { accept: true }]);
});

it('the end of a group says who has joined already', async () => {
  const joined = { steps: [{ step: 'joined' as const, at: AT }] };
  await open({ ...agreement, members: [member(1, 'Asha Devi', joined), member(2, 'Usha Devi')] });
  await page.getByRole('button', { name: 'End the agreement' }).click();
  await expect.element(dialog().getByText(/^Already joined: Asha Devi\. Their posting stays/)).toBeVisible();
});

it('the joining of a completed agreement can only be corrected', async () => {
  await open({
    ...agreement,
    state: 'completed',
    members: [member(1, 'Asha Devi', { schoolName: '' }), member(2, null)],
    can: { deadline: false, end: false, order: false, orderSeats: [], undo: null },
  });
  await expect.element(page.getByText('School not confirmed yet')).toBeVisible();
  await page.getByRole('button', { name: 'Correct the joining: Asha Devi' }).click();
  await expect.element(dialog().getByRole('button', { name: 'Correct the joining' })).toBeVisible();
  await expect.element(page.getByText(/Record the joining/)).not.toBeInTheDocument();
});

it('actions that the agreement does not allow have no button', async () => {
  await open({
    ...agreement,
    state: 'completed',
    can: { deadline: false, end: false, order: false, orderSeats: [], undo: null },
  });
  for (const name of [
    'End the agreement',
    'Extend the deadline',
    'Record an order',
    'Take back the last step',
  ])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
});

it.each([
  ['proposed', 'Answers of Usha Devi and Account closed'],
  ['agreed', 'One member forms the group on e-Shikshakosh'],
  ['in_progress', 'Order for Account closed; Joining of Usha Devi'],
] as const)('an agreement in state %s says what it waits for', async (state, text) => {
  const has = { steps: [{ step: 'joined', at: AT }] };
  const members = [
    member(1, 'Asha Devi', has),
    member(2, 'Usha Devi', { answer: 'open', steps: [{ step: 'ordered', at: AT }] }),
    member(3, null, { answer: 'open' }),
  ];
  await open({ ...agreement, state, members });
  await expect.element(page.getByText(text)).toBeVisible();
});

it('the joining of a member of another district who comes in is open to the office that records it', async () => {
  const of = (seat: number, name: string, isReceived: boolean) => {
    const teacher = { _id: `01990000-0000-7000-8000-00000000000${seat}`, name, isElsewhere: true as const };
    return member(seat, name, { teacher, canRecord: isReceived ? ['joined'] : [] });
  };
  const members = [of(1, 'Neha Jha', true), of(2, 'Usha Devi', false)];
  await open({ ...agreement, members, orders: [order] });
  await expect.element(page.getByText('Joining of Neha Jha', { exact: true })).toBeVisible();
});

it('a proposal to which all have agreed names no member whose answer it waits for', async () => {
  await open({ ...agreement, state: 'proposed', members: [member(1, 'Asha Devi'), member(2, 'Usha Devi')] });
  await expect.element(page.getByRole('table', { name: 'Members' })).toBeVisible();
  expect(page.getByText('Still open').elements()).toEqual([]);
});

it('an ended agreement awaits no answers and no steps, and has no empty fields', async () => {
  await page.viewport(360, 640);
  const members = [member(1, 'Asha Devi'), member(2, 'Usha Devi', { answer: 'open' })];
  await open({ ...agreement, state: 'declined', endedAt: AT, members });
  await expect.element(page.getByText('No answer', { exact: true })).toBeVisible();
  expect(page.getByText('Still open').elements()).toEqual([]);
  const steps = page.getByRole('table', { name: 'Members' }).getByText('Steps');
  const labels = steps.elements().filter(({ tagName }) => tagName === 'SPAN');
  expect(labels.map((label) => label.checkVisibility())).toEqual([false, false]);
});

it('the steps of a member stand in a column wide enough for its words beside the other columns', async () => {
  await page.viewport(1280, 800);
  const steps = [{ step: 'otp', at: AT }];
  const more = { steps, phone: '9876501234', email: 'gautam.bharti1484@example.net' };
  const shown = { ...agreement, members: [member(1, 'Asha Devi', more), member(2, 'Usha Devi', more)] };
  await show(
    <div style={{ inlineSize: '50rem' }}>
      <AgreementMembers agreement={shown} onRecord={() => {}} onScrutinise={() => {}} onTakeBack={() => {}} />
    </div>,
  );
  const members = page.getByRole('table', { name: 'Members' });
  await expect.element(members.getByText(/one-time password/).first()).toBeVisible();
  const [list] = members.getByRole('list').elements();
  expect(list?.getBoundingClientRect().width).toBeGreaterThanOrEqual(144);
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

it('an order is withdrawn and a joining is taken back by themselves, each by its own dialog', async () => {
  const shown = {
    ...agreement,
    orders: [order, { ...order, _id: `${ID.slice(0, -1)}2`, number: 'KTR/9', canWithdraw: false }],
    members: [member(1, 'Asha Devi', { canTakeBack: ['joined'] }), member(2, null)],
  };
  const calls = await open(shown, () => ({ status: 200, body: shown }));
  expect(page.getByRole('button', { name: /^Withdraw/ }).elements()).toHaveLength(1);
  await page.getByRole('button', { name: 'Withdraw: BGP/4' }).click();
  await expect.element(dialog().getByText(/Order BGP\/4 is withdrawn/)).toBeVisible();
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('Wrong group');
  await dialog().getByRole('button', { name: 'Withdraw' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Take back the joining: Asha Devi' }).click();
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('Wrong teacher');
  await dialog().getByRole('button', { name: 'Take back the joining' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(calls().map(({ body }) => body)).toEqual([
    { reason: 'Wrong group', order: ID },
    { reason: 'Wrong teacher', seat: 1, moving: 'joined' },
  ]);
});

it('all members pass the scrutiny at once, and the tick of one can be taken back', async () => {
  const ticked = member(1, 'Asha Devi', { canScrutinise: true, scrutinisedAt: AT });
  const waiting = [2, 3].map((seat) => member(seat, `Member ${seat}`, { canScrutinise: true }));
  const shown = { ...agreement, hasScrutiny: true, members: [ticked, ...waiting] };
  const bodies: unknown[] = [];
  api = answerCalls((_, body) => {
    if (body !== undefined) bodies.push(body);
    return { status: 200, body: shown };
  });
  await show(<AgreementSection userId="a" />, 'en', `/?agreement=${ID}`);
  await page.getByRole('button', { name: 'Record that all passed the scrutiny' }).click();
  const all = page.getByRole('dialog', { name: 'Record that all passed the scrutiny' });
  await expect
    .element(all.getByText('Nothing stands against the order of Member 2 and Member 3.'))
    .toBeVisible();
  await all.getByLabelText(/^Reason/).fill('Service books seen');
  await all.getByRole('button', { name: 'Record that all passed the scrutiny' }).click();
  await expect.element(all).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Scrutiny: take back or object: Asha Devi' }).click();
  const one = page.getByRole('dialog', { name: 'Scrutiny of Asha Devi' });
  await one.getByLabelText(/^Result/).selectOptions('Take the tick back');
  await one.getByLabelText(/^Reason/).fill('A proceeding');
  await one.getByRole('button', { name: 'Scrutiny of Asha Devi' }).click();
  await expect.element(one).not.toBeInTheDocument();
  expect(bodies).toEqual([
    { result: 'passed', reason: 'Service books seen' },
    { result: 'taken_back', reason: 'A proceeding', user: ticked.teacher?._id },
  ]);
});
