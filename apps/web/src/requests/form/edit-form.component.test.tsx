import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../../platform/session/session.ts';
import { ownRequest, signInAs } from '../../testing/people.ts';
import { answerCalls, show } from '../../testing/show.tsx';
import { EditForm } from './edit-form.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
  sessionStorage.clear();
});

const tick = () => page.getByRole('checkbox', { name: 'Send it to the administrator, who may release it' });

it('the offer of a review says that open proposals end, and selecting it hides the sentence that they stay', async () => {
  const user = signInAs();
  const sentence = 'Please write this without a phone number.';
  api = answerCalls((_path, body) =>
    body === undefined
      ? { status: 200, body: {} }
      : { status: 400, body: { code: 'text_needs_review', message: sentence, fields: { reason: sentence } } },
  );
  await show(<EditForm onChanged={() => {}} request={ownRequest()} session={{ token: 'a token', user }} />);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Call 98123 45678.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByText(/open proposals with it end/)).toBeVisible();
  await expect.element(page.getByText(/so do your matches, rings and open proposals/)).toBeVisible();
  await tick().click();
  await expect.element(page.getByText(/open proposals with it end/)).toBeVisible();
  expect(page.getByText(/so do your matches, rings and open proposals/).elements()).toEqual([]);
});
