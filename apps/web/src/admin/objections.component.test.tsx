import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { idOf, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { Objections } from './objections.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('the office reads an overdue objection and refuses it with a text', async () => {
  signInAs('admin');
  const objection = {
    ...{ _id: idOf(1), teacher: { _id: idOf(2), name: 'Asha Kumari' }, district: 'Gaya' },
    ...{ agreement: { _id: idOf(3), number: 'G7K2MPQR' }, category: 'own_facts', text: 'My block is wrong' },
    ...{
      createdAt: '2026-06-10T06:30:00.000Z',
      due: '2026-06-13T06:30:00.000Z',
      reply: null,
      repliedBy: null,
    },
  };
  const pagination = { page: 1, limit: 25, total: 1, pages: 1 };
  api = answerCalls((path) => ({
    status: 200,
    body: path.startsWith('/api/admin/objections/') ? objection : { objections: [objection], pagination },
  }));
  await show(<Objections userId="a" />);
  await expect.element(page.getByText('My block is wrong')).toBeVisible();
  await expect.element(page.getByText('Overdue')).toBeVisible();
  await page.getByRole('button', { name: 'Reply to the objection of Asha Kumari' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').selectOptions('refused');
  await dialog.getByRole('textbox').fill('The service book says Gaya');
  await dialog.getByRole('button', { name: 'Reply' }).click();
  await expect.element(page.getByText('The objection was answered.')).toBeVisible();
  const reply = api.calls.find(({ path }) => path === `/api/admin/objections/${idOf(1)}/reply`);
  expect(reply?.body).toEqual({ result: 'refused', text: 'The service book says Gaya' });
});
