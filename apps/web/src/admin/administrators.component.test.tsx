import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { Administrators } from './administrators.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it('the form of a new administrator is shown below the loaded list, which would move it', async () => {
  const asked = Promise.withResolvers<{ status: number; body: unknown }>();
  api = answerCalls((path) =>
    path.endsWith('/administrators') ? asked.promise : { status: 200, body: { districts: [] } },
  );
  await show(<Administrators userId="a" />);
  await expect.element(page.getByRole('status', { name: /^Loading/ })).toBeVisible();
  const form = page.getByRole('heading', { name: 'Another administrator' });
  expect(form.elements()).toEqual([]);
  asked.resolve({ status: 200, body: { administrators: [] } });
  await expect.element(form).toBeVisible();
});
