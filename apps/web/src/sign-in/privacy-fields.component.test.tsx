import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import { PrivacyFields, useRegistration } from './register-form.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

function Sample() {
  const { form } = useRegistration();
  return <PrivacyFields form={form} />;
}

it('the privacy fields take the focus of the button that shows them', async () => {
  api = answerCalls(() => ({ status: 200, body: { token: 'one', question: '1 + 1?' } }));
  await show(<Sample />);
  await page.getByRole('button').click();
  await expect.element(page.getByRole('group')).toHaveFocus();
});
