import type { OfficeAgreement } from '@mutual-transfer/domain/administration/office-agreement';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { Agreements, useAgreementFilters } from './agreements.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

function Rounds() {
  const round = useAgreementFilters('a').find(({ name }) => name === 'round');
  return <p>{round?.kind === 'choice' && round.options.map(({ label }) => label).join(' | ')}</p>;
}

it('the filter names rounds of a season by number, and other rounds as started in between', async () => {
  const createdAt = '2026-11-26T04:30:00Z';
  const rounds = [
    { _id: '2', number: null, createdAt },
    { _id: '1', number: 1, createdAt },
  ];
  api = answerCalls(() => ({ status: 200, body: { rounds } }));
  await show(<Rounds />);
  const names = 'Round of 26 Nov 2026, started in between | Round 1, 26 Nov 2026';
  await expect.element(page.getByText(names)).toBeVisible();
});

const at = '2026-11-20T06:00:00.000Z';
const agreement = (number: string): OfficeAgreement => ({
  ...{
    _id: `01990000-0000-7000-8000-0000000000${number.slice(-2)}`,
    number,
    state: 'agreed',
    officeState: 'agreed',
  },
  ...{ source: 'round', round: null, size: 2, subject: 'Urdu', classRange: '6-8', category: null },
  ...{ createdAt: at, deadline: at, agreedAt: at, submittedAt: null, endedAt: null, reason: null },
  ...{ joined: 0, members: [], hasScrutiny: true, isOrderedElsewhere: false },
});
const agreements = ['G7K2MP22', 'G7K2MP33', 'G7K2MP44'].map(agreement);
const list = {
  agreements,
  pagination: { page: 1, limit: 10, total: 3, totalIsExact: true, pages: 1 },
  rounds: [],
};

it('a group that another office orders is named at its row, and is in no order of this office', async () => {
  const [first, second] = agreements;
  const mixed = [first, { ...second, isOrderedElsewhere: true }];
  api = answerCalls(() => ({ status: 200, body: { ...list, agreements: mixed } }));
  await show(<Agreements userId="a" />);
  await expect.element(page.getByText('Another office orders it')).toBeVisible();
  const tick = (number = '') =>
    page.getByRole('checkbox', { name: `Choose the agreement ${number}` }).click();
  const write = page.getByRole('button', { name: 'Write the order' });
  await tick(first?.number);
  await expect.element(write).toBeVisible();
  await tick(second?.number);
  await expect.element(page.getByText(/^An order about these groups .*: G7K2MP33\./)).toBeVisible();
  await expect.element(write).not.toBeInTheDocument();
  await tick(second?.number);
  await expect.element(write).toBeVisible();
});

it('chosen groups get one order: a preview, and the order with all that the office stated', async () => {
  const sent: [preview: string | null, unknown][] = [];
  api = answerCalls((_, body, parameters) => {
    if (body === undefined) return { status: 200, body: list };
    sent.push([parameters.get('preview'), body]);
    return { status: 200, body: {} };
  });
  await show(<Agreements userId="a" />);
  for (const { number } of agreements.slice(0, 2))
    await page.getByRole('checkbox', { name: `Choose the agreement ${number}` }).click();
  await expect.element(page.getByText('Chosen: 2')).toBeVisible();
  await page.getByRole('button', { name: 'Write the order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Order about 2 groups' });
  await dialog.getByLabelText(/^Order number/).fill('DEO/49');
  await dialog.getByLabelText(/^Authority/).fill('The District Education Officer');
  await dialog.getByLabelText(/^Copy to/).fill('The treasury\nThe block office');
  await dialog.getByRole('button', { name: 'Preview (PDF)' }).click();
  await expect.poll(() => sent.length).toBe(1);
  await dialog.getByRole('button', { name: 'Issue and save (PDF)' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent.map(([preview]) => preview)).toEqual(['true', null]);
  expect(sent[1]?.[1]).toMatchObject({
    agreements: agreements.slice(0, 2).map(({ _id }) => _id),
    number: 'DEO/49',
    copyTo: ['The treasury', 'The block office'],
    language: 'both',
  });
});

it('the members of chosen groups pass the scrutiny at once, and a group that is over is left out', async () => {
  const paths: string[] = [];
  api = answerCalls((path, body) => {
    if (body === undefined) return { status: 200, body: list };
    expect(body).toEqual({ result: 'passed', reason: 'Service books seen' });
    paths.push(path);
    return paths.length === 1
      ? { status: 409, body: { code: 'agreement_over', message: 'Over' } }
      : { status: 200, body: {} };
  });
  await show(<Agreements userId="a" />);
  for (const { number } of agreements.slice(0, 2))
    await page.getByRole('checkbox', { name: `Choose the agreement ${number}` }).click();
  await page.getByRole('button', { name: 'Record that all passed the scrutiny' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record that all passed the scrutiny' });
  await dialog.getByLabelText(/^Reason/).fill('Service books seen');
  await dialog.getByRole('button', { name: 'Record that all passed the scrutiny' }).click();
  await expect.element(page.getByText(/^Passed: 1 of 2 groups/)).toBeVisible();
  expect(paths).toEqual(agreements.slice(0, 2).map(({ _id }) => `/api/admin/agreements/${_id}/scrutiny`));
});
