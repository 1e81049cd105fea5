import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { Leaks } from './leaks.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it('a list is counted first, and told only after a confirmation that names the number', async () => {
  const leaks: object[] = [];
  const leak = {
    _id: '019a0000-0000-7000-8000-000000000001',
    texts: { en: 'A list was copied.' },
    source: 'list',
    createdAt: '2026-06-15T06:30:00.000Z',
    createdBy: { _id: '019a0000-0000-7000-8000-000000000002', name: 'Head Office' },
    recipients: 2,
    told: 2,
  };
  api = answerCalls((path, _body, _parameters, init) => {
    if (path === '/api/admin/leaks/preview')
      return { status: 200, body: { recipients: 2, outside: 1, sms: 1, unknown: 1 } };
    if (init?.method === 'POST') leaks.push(leak);
    const pagination = { page: 1, limit: 10, total: leaks.length, pages: 1, totalIsExact: true };
    return init?.method === 'POST'
      ? { status: 201, body: leak }
      : { status: 200, body: { leaks, pagination } };
  });
  await page.viewport(1280, 800);
  await show(<Leaks userId="a" />);
  await page.getByText('New notice after a leak').click();
  await page.getByRole('textbox', { name: 'Text (English)' }).fill('A list was copied.');
  await page.getByRole('textbox', { name: 'List' }).fill('asha@example.com\n9876500001\nstranger');
  await page.getByRole('button', { name: 'Count them' }).click();
  await expect
    .element(page.getByText('2 accounts are told at once. This cannot be taken back.'))
    .toBeVisible();
  await expect.element(page.getByText(/^SMS: 1\. Beyond the daily total/)).toBeVisible();
  await expect.element(page.getByText(/Lines without a known account: 1/)).toBeVisible();
  const sent = () => api?.calls.filter(({ path, body }) => path === '/api/admin/leaks' && body !== undefined);
  expect(sent()).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Tell them now' }).click();
  await expect.element(page.getByText('2 of 2')).toBeVisible();
  expect(sent()?.map(({ body }) => body)).toEqual([
    { texts: { en: 'A list was copied.' }, list: 'asha@example.com\n9876500001\nstranger' },
  ]);
});

it('an account that looked needs an account or an address, and both times', async () => {
  api = answerCalls(() => ({
    status: 200,
    body: { leaks: [], pagination: { page: 1, limit: 10, total: 0, pages: 1, totalIsExact: true } },
  }));
  await show(<Leaks userId="a" />);
  await page.getByText('New notice after a leak').click();
  await page.getByRole('textbox', { name: 'Text (English)' }).fill('A list was copied.');
  await page.getByRole('combobox', { name: 'Who is concerned' }).selectOptions('lookedAt');
  await page.getByRole('button', { name: 'Count them' }).click();
  await expect
    .element(page.getByRole('textbox', { name: 'From', exact: true }))
    .toHaveAttribute('aria-invalid', 'true');
  expect(api.calls.filter(({ path }) => path.endsWith('preview'))).toEqual([]);
});
