import type { OrderLines } from '@mutual-transfer/domain/administration/office-agreement';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { Import } from './imports.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

/** Number without a line-break opportunity. */
const LONG = '7'.repeat(400);

const report = (preview: boolean): OrderLines => ({
  preview,
  file: {
    readAs: [{ heading: 'Order No.', column: 'number' }],
    notRead: ['Remarks'],
    headingLine: 1,
    lines: 5,
    skipped: 3,
  },
  recorded: 1,
  lines: [
    {
      line: 2,
      agreement: 'G7K2MPQR',
      group: 'G7K2MPQR',
      typedDate: '20-Nov-26',
      marks: [],
      id: '01990000-0000-7000-8000-000000000001',
      number: '12/2026',
      date: '2026-11-20',
      result: 'recorded',
      members: ['Asha Devi', 'Usha Devi'],
    },
    {
      line: 3,
      agreement: 'XX',
      id: null,
      group: null,
      typedDate: '2026-11',
      marks: [],
      number: LONG,
      date: '2026-11',
      result: 'unknown',
      members: [],
    },
  ],
});

it('a file of orders is previewed, with the lines that need a look first, and recorded only after the confirmation', async () => {
  const asked: string[] = [];
  api = answerCalls((path, _body, parameters) => {
    asked.push(`${path} ${parameters}`);
    return { status: 200, body: report(parameters.get('preview') === 'true') };
  });
  await show(<Import kind="orders" />);
  await page.getByText('Record orders from a CSV file').click();
  const file = new File(['agreement,number,date\nG7K2MPQR,12/2026,2026-11-20\n'], 'orders.csv', {
    type: 'text/csv',
  });
  await userEvent.upload(page.getByLabelText('CSV file'), file);
  await expect.element(page.getByText('The order of 1 line would be recorded.')).toBeVisible();
  const unclear = page.getByRole('list', { name: 'Lines that need a look: 1' });
  await expect.element(unclear.getByText('No such agreement')).toBeVisible();
  expect(unclear.getByText('Can be recorded').elements()).toEqual([]);
  await expect.element(unclear.getByText('Line 3')).toBeVisible();
  await expect.element(unclear.getByText('2026-11', { exact: false }).first()).toBeVisible();
  await page.getByText('Lines without a problem: 1').click();
  await expect.element(page.getByText('Can be recorded')).toBeVisible();
  await expect.element(page.getByText('20 Nov 2026', { exact: false })).toBeVisible();
  expect(asked).toEqual(['/api/admin/orders preview=true']);
  await page.getByRole('button', { name: 'Record the order of 1 line' }).click();
  await expect.element(page.getByText('The order of 1 line has been recorded.')).toBeVisible();
  await expect.poll(() => document.activeElement?.textContent).toBe('What the file did.');
  await expect.element(page.getByText('Recorded', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Record the order of 1 line' }))
    .not.toBeInTheDocument();
  expect(asked).toEqual(['/api/admin/orders preview=true', '/api/admin/orders ']);
});

it('says which headings were read, and records a line that needs a look once it is ticked', async () => {
  const asked: string[] = [];
  const shown = report(true);
  const [fine] = shown.lines;
  if (fine === undefined) throw new Error('A line was expected.');
  const marked = { ...fine, line: 4, result: 'needs_look', marks: ['future', 'two_numbers'] };
  api = answerCalls((path, _body, parameters) => {
    asked.push(`${path} ${parameters}`);
    return { status: 200, body: { ...shown, lines: [fine, marked] } };
  });
  await show(<Import kind="orders" />);
  await page.getByText('Record orders from a CSV file').click();
  await userEvent.upload(page.getByLabelText('CSV file'), new File(['x\n1\n'], 'orders.csv'));
  await expect.element(page.getByText('Read: “Order No.” as order number.')).toBeVisible();
  await expect.element(page.getByText('Not read: “Remarks”.')).toBeVisible();
  await expect.element(page.getByText('Without a value to record: 3.', { exact: false })).toBeVisible();
  await expect.element(page.getByText('The day is in the future.')).toBeVisible();
  await expect.element(page.getByText('The file has several numbers for this group.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Record it nevertheless' }).click();
  await page.getByRole('button', { name: 'Record the orders of 2 lines' }).click();
  await expect.element(page.getByText('What the file did.')).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toEqual([]);
  expect(asked).toEqual(['/api/admin/orders preview=true', '/api/admin/orders accept=4']);
});

it('a long number in a file does not widen the page', async () => {
  await page.viewport(1280, 800);
  api = answerCalls(() => ({ status: 200, body: report(true) }));
  await show(<Import kind="orders" />);
  await page.getByText('Record orders from a CSV file').click();
  await userEvent.upload(page.getByLabelText('CSV file'), new File(['x\n1\n'], 'orders.csv'));
  await expect.element(page.getByText(LONG, { exact: false })).toBeVisible();
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

it('the reason for which the server refuses a file is shown', async () => {
  const message = 'The file has no column “agreement”.';
  const body = { code: 'validation_failed', message: 'Please check the file.', fields: { file: message } };
  api = answerCalls(() => ({ status: 400, body }));
  await show(<Import kind="orders" />);
  await page.getByText('Record orders from a CSV file').click();
  await userEvent.upload(page.getByLabelText('CSV file'), new File(['x\n1\n'], 'orders.csv'));
  await expect.element(page.getByText(message)).toBeVisible();
  expect(page.getByText('Please check the file.').elements()).toEqual([]);
});

it('the report of a file goes when another one is chosen, so that it is neither read nor confirmed for that one', async () => {
  let answer: (() => void) | undefined;
  let previews = 0;
  api = answerCalls(async () => {
    previews += 1;
    if (previews > 1) await new Promise<void>((resolve) => (answer = resolve));
    return { status: 200, body: report(true) };
  });
  await show(<Import kind="orders" />);
  await page.getByText('Record orders from a CSV file').click();
  const input = page.getByLabelText('CSV file');
  await userEvent.upload(input, new File(['a'], 'first.csv', { type: 'text/csv' }));
  await expect.element(page.getByRole('button', { name: 'Record the order of 1 line' })).toBeVisible();
  await userEvent.upload(input, new File(['b'], 'second.csv', { type: 'text/csv' }));
  await expect.poll(() => previews).toBe(2);
  expect(page.getByRole('button', { name: 'Record the order of 1 line' }).elements()).toEqual([]);
  answer?.();
  await expect.element(page.getByRole('button', { name: 'Record the order of 1 line' })).toBeVisible();
});

it('eight lines that need a look are compact cards on a phone', async () => {
  await page.viewport(360, 640);
  const [fine] = report(true).lines;
  if (fine === undefined) throw new Error('A line was expected.');
  const lines = Array.from({ length: 8 }, (_, index) => ({
    ...{ ...fine, line: index + 2, result: 'needs_look' as const },
    marks: ['future', 'two_numbers'] as const,
  }));
  api = answerCalls(() => ({ status: 200, body: { ...report(true), recorded: 0, lines } }));
  await show(<Import kind="orders" />, 'hi');
  await page.getByText('CSV फ़ाइल से आदेश दर्ज करें').click();
  await userEvent.upload(page.getByLabelText('CSV फ़ाइल'), new File(['x\n1\n'], 'orders.csv'));
  const shown = page.getByRole('list', { name: /8/ });
  await expect.element(shown.getByText('Asha Devi, Usha Devi').first()).not.toBeVisible();
  expect(shown.element().getBoundingClientRect().height).toBeLessThan(8 * 260);
  await shown.getByText('विवरण').first().click();
  await expect.element(shown.getByText('Asha Devi, Usha Devi').first()).toBeVisible();
});
