import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import EmailLinkPage from './email-link-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

const stop = page.getByRole('button', { name: 'Stop them' });

it('the page sends the token of the link only after a press', async () => {
  const tokens: (string | null)[] = [];
  api = answerCalls((_path, _body, parameters) => {
    tokens.push(parameters.get('token'));
    return { status: 200, body: { message: 'Stopped' } };
  });
  await show(<EmailLinkPage />, 'en', '/stop?token=signed');
  expect(tokens).toEqual([]);
  await stop.click();
  await expect.element(page.getByText('Stopped')).toHaveFocus();
  expect(tokens).toEqual(['signed']);
});

it('the page of a link without a token says that the link is not valid, and has no button', async () => {
  await show(<EmailLinkPage />, 'en', '/stop');
  await expect.element(page.getByText('This link is no longer valid. Please log in instead.')).toBeVisible();
  await expect.element(stop).not.toBeInTheDocument();
});
