import type { StaffListReport } from '@mutual-transfer/domain/administration/imports';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { correctionsOf, StaffList } from './staff-list.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const listed = { employeeId: 'BR 12', number: '+91 9876543210', district: 'Gaya' };

const report = (preview: boolean, matched: number): StaffListReport => ({
  preview,
  file: {
    readAs: [{ heading: 'Emp. Code', column: 'employeeId' }],
    notRead: ['S.No.', 'School'],
    headingLine: 1,
    lines: 4,
    skipped: 0,
  },
  fileHash: 'f'.repeat(64),
  rows: 4,
  matched,
  alreadyVerified: 1,
  contradictions: 1,
  notFound: 1,
  unreadable: 0,
  lines: [
    {
      line: 4,
      outcome: 'contradiction',
      canAccept: true,
      name: 'Asha Kumari',
      listed,
      user: { _id: '01990000-0000-7000-8000-000000000001', name: 'Asha Devi' },
      differs: ['name'],
    },
    { line: 5, outcome: 'notFound', canAccept: false, name: 'Ravi Kumar', listed, user: null, differs: [] },
    {
      line: 6,
      outcome: 'notFound',
      canAccept: false,
      name: 'Mina Devi',
      listed,
      user: null,
      differs: ['unreadablePhone'],
    },
    {
      line: 7,
      outcome: 'contradiction',
      canAccept: true,
      name: '',
      listed,
      user: { _id: '01990000-0000-7000-8000-000000000009', name: 'Sita Rani' },
      differs: ['name'],
    },
  ],
});
const file = () =>
  new File(['id,name,phone,district\n1,Asha,9876543210,Gaya\n'], 'staff.csv', { type: 'text/csv' });

const rows = () => page.getByRole('list', { name: 'Rows that need a look' });

it('a staff list is previewed with its mismatches, and verifies only after the confirmation', async () => {
  const asked: string[] = [];
  api = answerCalls((path, _body, parameters) => {
    asked.push(`${path} ${parameters}`);
    return { status: 200, body: report(parameters.get('preview') === 'true', 1) };
  });
  await show(<StaffList />);
  await page.getByRole('textbox', { name: 'Where the list is from' }).fill('DEO Gaya, November');
  await userEvent.upload(page.getByLabelText('CSV file'), file());
  await expect.element(page.getByText('What the file would do.', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Asha Devi' })).toBeVisible();
  await expect.element(rows().getByText('The name differs')).toBeVisible();
  await expect
    .element(rows().getByText(/^Without an account, the phone is not one mobile number/))
    .toBeVisible();
  await expect.element(rows().getByText('The name is missing')).toBeVisible();
  await expect.element(page.getByText('Ravi Kumar')).toBeVisible();
  const source = 'source=DEO+Gaya%2C+November';
  expect(asked).toEqual([`/api/admin/verifications ${source}&preview=true`]);
  await page.getByRole('button', { name: 'Verify 1 teacher' }).click();
  await expect.element(page.getByText('What the file did.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Verify 1 teacher' })).not.toBeInTheDocument();
  expect(asked.slice(1)).toEqual([`/api/admin/verifications ${source}`]);
});

it('a list that verifies no teacher has no confirm button', async () => {
  api = answerCalls(() => ({ status: 200, body: report(true, 0) }));
  await show(<StaffList />);
  await userEvent.upload(page.getByLabelText('CSV file'), file());
  await expect.element(page.getByText('Ravi Kumar')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Verify/ })).not.toBeInTheDocument();
});

it('the file field is emptied before the next choice, so that the same file can be chosen again', async () => {
  api = answerCalls(() => ({ status: 200, body: report(true, 0) }));
  await show(<StaffList />);
  const field = page.getByLabelText('CSV file');
  await userEvent.upload(field, file());
  await expect.element(page.getByText('Ravi Kumar')).toBeVisible();
  await expect.element(field).toBeEnabled();
  // Without the file chooser, which a test cannot close.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  await field.click();
  await expect.element(field).toHaveValue('');
  await expect.element(page.getByText('Ravi Kumar')).toBeVisible();
});

it('the rows are filtered by reason, ticked together, and written to a file that can be sent again', async () => {
  api = answerCalls(() => ({ status: 200, body: report(true, 2) }));
  await show(<StaffList />);
  await userEvent.upload(page.getByLabelText('CSV file'), file());
  await expect.element(page.getByRole('button', { name: 'Download 4 rows (CSV)' })).toBeVisible();
  await page.getByRole('button', { name: 'Tick all 2 whose name alone differs' }).click();
  await expect.element(page.getByRole('button', { name: 'Verify 4 teachers' })).toBeVisible();
  await page.getByLabelText('Reason', { exact: true }).selectOptions('The name is missing');
  await expect.element(page.getByRole('button', { name: 'Download 1 row (CSV)' })).toBeVisible();
  expect(page.getByText('Ravi Kumar').elements()).toEqual([]);
  const lines = correctionsOf(report(true, 2).lines.slice(0, 1), () => 'The name differs');
  expect(lines.join('')).toBe(
    "\uFEFFEmployee id,Name,Phone,District,To correct\r\nBR 12,Asha Kumari,'+91 9876543210,Gaya,The name differs\r\n",
  );
});
