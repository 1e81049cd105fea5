import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { StartRound } from './start-round.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it.each([
  [1, /^A round started now would plan over 1 request\./],
  [2, /^A round started now would plan over 2 requests\./],
])('the form shows how many requests are ready: %s', async (ready, sentence) => {
  const expected = { ready, asked: 0, silenceAgrees: false, bySubject: [], largestGroup: 3 };
  api = answerCalls(() => ({ status: 200, body: expected }));
  await show(<StartRound expected={expected} onStarted={vi.fn()} userId="a" />);
  await expect.element(page.getByText(sentence)).toBeVisible();
});

it('a round that plans with consents says, also before it starts, that it asks no teacher and that silence agrees', async () => {
  const expected = { ready: 7, asked: 0, silenceAgrees: true, bySubject: [], largestGroup: 3 };
  api = answerCalls(() => ({ status: 200, body: expected }));
  await show(<StartRound expected={expected} onStarted={vi.fn()} userId="a" />);
  await expect.element(page.getByText(/It asks no teacher: .* silence agrees\./)).toBeVisible();
  await page.getByRole('button', { name: 'Start the round' }).click();
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByText(/It asks no teacher\. A teacher .* who says nothing .* has agreed\./))
    .toBeVisible();
});
