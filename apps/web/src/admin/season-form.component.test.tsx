import type { AdminSeason } from '@mutual-transfer/domain/seasons/season';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { SeasonSection } from './season.tsx';
import { SeasonForm } from './season-form.tsx';

const ID = '01990000-0000-7000-8000-000000000001';

const season: AdminSeason = {
  _id: ID,
  state: 'open',
  name: 'Winter',
  order: 'No. 7 of 2026',
  opens: '2026-12-01T04:30:00Z',
  listCloses: '2999-12-05T04:30:00Z',
  rounds: [
    {
      askedFrom: '2999-12-01T04:30:00Z',
      proposalsSent: '2999-12-05T04:30:00Z',
      answersUntil: '2999-12-08T04:30:00Z',
    },
  ],
  stoppedRounds: [],
  closed: '2999-12-20T04:30:00Z',
  consent: 'after',
  relieving: false,
  scrutiny: false,
  names: {},
  objectionDays: 3,
  next: null,
  consentSentence: null,
  createdAt: '2026-11-01T04:30:00Z',
  consents: 0,
  consentsByDistrict: [],
  roundCounts: [],
};

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const name = () => page.getByRole('textbox', { name: 'Name', exact: false }).first();
const order = () => page.getByRole('textbox', { name: 'Order that it rests on' });
const save = () => page.getByRole('button', { name: 'Save the season' });

/** Stubs an API on which another administrator changes the season before the first `PATCH`. */
function serve(problem?: { status: number; code: string; message: string }) {
  let present = { season, tag: '"first"' };
  const tags: (string | null)[] = [];
  api = answerCalls((path, body, _parameters, init) => {
    if (path.endsWith('/results')) return { status: 200, body: { rounds: [] } };
    if (init?.method !== 'PATCH')
      return { status: 200, body: present.season, headers: { etag: present.tag } };
    const tag = new Headers(init.headers).get('if-match');
    tags.push(tag);
    if (problem !== undefined) return { status: problem.status, body: problem };
    if (tags.length === 1) present = { season: { ...season, name: 'Winter of all' }, tag: '"second"' };
    if (tag !== present.tag) {
      const message = 'This was changed in the meantime.';
      return { status: 412, body: { code: 'changed_meanwhile', message } };
    }
    present = { season: { ...present.season, ...(body as object) }, tag: '"third"' };
    return { status: 200, body: present.season, headers: { etag: present.tag } };
  });
  return tags;
}

it('a change sends the tag of the loaded season; if another change came first, the form shows the current season and keeps the other input', async () => {
  const tags = serve();
  await show(<SeasonSection userId="a" />, 'en', `/?season=${ID}`);
  await page.getByText('Change the season').click();
  await name().fill('Winter of Gaya');
  await order().fill('No. 8 of 2026');
  await page.getByRole('button', { name: 'Add a round' }).click();
  await save().click();
  await expect.element(page.getByText('This was changed in the meantime.')).toBeVisible();
  expect(tags).toEqual(['"first"']);
  await expect.element(name()).toHaveValue('Winter of Gaya');
  await page.getByRole('button', { name: 'Show the season as it is now' }).click();
  await expect.element(name()).toHaveValue('Winter of all');
  await expect.element(order()).toHaveValue('No. 8 of 2026');
  await expect.element(page.getByRole('group', { name: 'Round 2' })).toBeVisible();
  await name().fill('Winter of Patna');
  await save().click();
  await expect.element(page.getByText('The season has been saved.')).toBeVisible();
  await expect.element(name()).toHaveValue('Winter of Patna');
  await save().click();
  await expect.poll(() => tags).toEqual(['"first"', '"second"', '"third"']);
});

it('a season that overlaps another one shows what to do, and keeps the input', async () => {
  const message = 'Please choose other dates, or change those of the other season first.';
  serve({ status: 409, code: 'season_overlap', message });
  await show(<SeasonSection userId="a" />, 'en', `/?season=${ID}`);
  await page.getByText('Change the season').click();
  await name().fill('Spring');
  await save().click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Show the season as it is now' }))
    .not.toBeInTheDocument();
  await expect.element(name()).toHaveValue('Spring');
});

it('a new season requires its fields, and dates in chronological order', async () => {
  api = answerCalls(() => ({ status: 201, body: season }));
  await show(<SeasonForm onDone={() => {}} />);
  await page.getByRole('button', { name: 'Make the season' }).click();
  await expect.element(name()).toHaveAttribute('aria-invalid', 'true');
  await name().fill('Winter');
  await page.getByRole('textbox', { name: 'Order that it rests on' }).fill('No. 7');
  const dates = {
    Opens: '2026-12-01T10:00',
    'List closes': '2026-12-05T10:00',
    'Teachers are asked from': '2026-12-01T10:00',
    'Proposals are sent': '2026-12-05T10:00',
    'Answers or objections until': '2026-12-08T10:00',
    Closes: '2026-11-20T10:00',
  };
  for (const [label, date] of Object.entries(dates))
    await page.getByLabelText(label, { exact: false }).last().fill(date);
  await page.getByRole('button', { name: 'Make the season' }).click();
  const closes = page.getByLabelText('Closes', { exact: false }).last();
  await expect.element(closes).toHaveAttribute('aria-invalid', 'true');
  expect(api.calls).toEqual([]);
  await closes.fill('2026-12-20T10:00');
  await page.getByRole('button', { name: 'Make the season' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make this season?' });
  await expect.element(dialog.getByText(/^It is public at once/)).toBeVisible();
  expect(api.calls).toEqual([]);
  await dialog.getByRole('button', { name: 'Make the season' }).click();
  await expect.poll(() => api?.calls.length).toBe(1);
  expect(api.calls[0]).toMatchObject({
    path: '/api/admin/seasons',
    body: { name: 'Winter', order: 'No. 7', closed: '2026-12-20T10:00:00+05:30', consent: 'before' },
  });
});

it('the dates of a round stay in one line if one of them has an error', async () => {
  api = answerCalls(() => ({ status: 201, body: season }));
  await page.viewport(1280, 800);
  await show(<SeasonForm onDone={() => {}} />);
  const until = page.getByLabelText('Answers or objections until', { exact: false });
  await until.fill('2026-11-01T10:00');
  await page.getByRole('button', { name: 'Make the season' }).click();
  await expect.element(until).toHaveAttribute('aria-invalid', 'true');
  const dates = page.getByRole('group', { name: 'Round 1' }).element().querySelectorAll('input');
  expect(new Set([...dates].map((date) => date.getBoundingClientRect().top)).size).toBe(1);
});

const closes = () => page.getByLabelText('Closes', { exact: false }).last();
const lossDialog = () => page.getByRole('dialog', { name: 'Change the announced timetable?' });

/** Renders the form of a season with two rounds, on an API that accepts each change. */
async function showChange(language: 'en' | 'hi' = 'en') {
  const second = {
    askedFrom: '2999-12-10T04:30:00Z',
    proposalsSent: '2999-12-12T04:30:00Z',
    answersUntil: '2999-12-15T04:30:00Z',
  };
  const answer = { ...season, consent: 'before' as const, rounds: [...season.rounds, second] };
  api = answerCalls(() => ({ status: 200, body: answer }));
  await show(<SeasonForm onDone={() => {}} season={{ answer, tag: undefined }} />, language);
  return () => api?.calls.filter(({ body }) => body !== undefined) ?? [];
}

it('an earlier end asks for a confirmation; cancelling sends nothing and keeps the input', async () => {
  const changes = await showChange();
  await name().fill('Spring');
  await closes().fill('2999-12-18T10:00');
  await save().click();
  await expect
    .element(lossDialog().getByText(/^The season closes on 18 Dec 2999.* instead of 20 Dec 2999/))
    .toBeVisible();
  expect(lossDialog().getByRole('listitem').elements()).toHaveLength(1);
  await lossDialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(lossDialog()).not.toBeInTheDocument();
  await expect.element(name()).toHaveValue('Spring');
  await expect.element(closes()).toHaveValue('2999-12-18T10:00');
  expect(changes()).toEqual([]);
});

it('a removed round and an earlier deadline are named, and a confirmation saves the change once', async () => {
  const changes = await showChange();
  await page.getByLabelText('List closes', { exact: false }).fill('2999-12-04T10:00');
  await page.getByRole('button', { name: 'Remove the last round' }).click();
  await save().click();
  await expect
    .element(lossDialog().getByText(/^The list closes on 4 Dec 2999.* nor take it back\.$/))
    .toBeVisible();
  await expect
    .element(lossDialog().getByText(/^Round 2 is removed\. It was to begin on 10 Dec 2999/))
    .toBeVisible();
  expect(changes()).toEqual([]);
  await lossDialog().getByRole('button', { name: 'Save the season' }).click();
  await expect.element(lossDialog()).not.toBeInTheDocument();
  await expect.poll(() => changes().length).toBe(1);
  expect(changes()[0]?.body).toMatchObject({
    listCloses: '2999-12-04T10:00:00+05:30',
    rounds: season.rounds,
  });
});

it('a later end saves without a confirmation', async () => {
  const changes = await showChange();
  await closes().fill('2999-12-25T10:00');
  await save().click();
  await expect.poll(() => changes().length).toBe(1);
  await expect.element(lossDialog()).not.toBeInTheDocument();
});

it('dates out of order are refused at their field without a confirmation', async () => {
  const changes = await showChange();
  await closes().fill('2999-12-02T10:00');
  await save().click();
  await expect.element(closes()).toHaveAttribute('aria-invalid', 'true');
  await expect.element(lossDialog()).not.toBeInTheDocument();
  expect(changes()).toEqual([]);
});

it('the confirmation of an earlier end is in Hindi', async () => {
  await showChange('hi');
  await page.getByLabelText('समाप्त', { exact: false }).last().fill('2999-12-18T10:00');
  await page.getByRole('button', { name: 'सत्र सहेजें' }).click();
  const dialog = page.getByRole('dialog', { name: 'घोषित समय-सारणी बदलें?' });
  await expect.element(dialog.getByText(/^सत्र 20 .* के बजाय 18 .* को समाप्त होगा।/)).toBeVisible();
});

it('passed dates and the consent setting of an open season are read-only', async () => {
  const opens = '2020-12-01T04:30:00Z';
  await show(<SeasonForm onDone={() => {}} season={{ answer: { ...season, opens }, tag: undefined }} />);
  const field = (label: string) => page.getByLabelText(label, { exact: false }).first();
  await expect.element(field('Opens')).toHaveAttribute('readonly');
  for (const way of ['Before the plan', /^After the plan/])
    await expect.element(page.getByRole('radio', { name: way })).toBeDisabled();
  await expect.element(page.getByRole('checkbox', { name: 'Relieving is a step of its own' })).toBeDisabled();
  await expect.element(page.getByText('This date has passed, so it stays.')).toBeVisible();
  await expect
    .element(page.getByLabelText('Closes', { exact: false }).last())
    .not.toHaveAttribute('readonly');
});
