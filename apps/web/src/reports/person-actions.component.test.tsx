import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, person } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { ReportForm } from './person-actions.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it('the thanks for a report take the focus of the removed form', async () => {
  api = answerCalls(() => ({ status: 201, body: { message: 'The administrator reads your report.' } }));
  await show(<ReportForm name="Mohan Prasad" person={person({ _id: idOf(2) })} requestId={idOf(11)} />);
  await page.getByRole('combobox').selectOptions('money');
  await page.getByRole('textbox').fill('Asked for money.');
  await page.getByRole('button').click();
  await expect.element(page.getByText('The administrator reads your report.')).toHaveFocus();
  expect(api.calls.at(-1)?.body).toEqual({
    user: idOf(2),
    requestId: idOf(11),
    reason: 'money',
    words: 'Asked for money.',
  });
});
