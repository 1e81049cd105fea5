import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { agreementList } from '../testing/agreements.ts';
import { ownRequest, signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { OwnRequestList } from './own-request.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('on a narrow phone the link that edits a request shows its name once the request is opened', async () => {
  await page.viewport(360, 640);
  signInAs();
  api = answerCalls(() => ({ status: 200, body: agreementList() }));
  const can = { changeStatusTo: [], renew: false, edit: true, delete: true, hide: false };
  await show(<OwnRequestList requests={[ownRequest({ can })]} />);
  const word = page.getByText('Edit', { exact: true });
  await expect.element(page.getByRole('link', { name: /^Edit/ })).toBeVisible();
  await expect.element(word).not.toBeVisible();
  await page.getByRole('heading', { name: 'Bodh Gaya, Gaya' }).click();
  await expect.element(word).toBeVisible();
});
