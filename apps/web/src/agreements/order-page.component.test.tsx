import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, show } from '../testing/show.tsx';
import OrderPage from './order-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

it('says of a code that it is valid or not, and sends none that is empty', async () => {
  api = answerCalls((path) => ({ status: 200, body: { valid: path.endsWith('/RSBXBW33GJ43') } }));
  await show(<OrderPage />);
  const code = page.getByRole('textbox', { name: 'Code on the order' });
  const check = page.getByRole('button', { name: 'Check the code' });
  await check.click();
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill(' RSBXBW33GJ43 ');
  await check.click();
  await expect.element(page.getByRole('status')).toHaveTextContent('RSBXBW33GJ43 Valid');
  await code.fill('ABCD');
  await check.click();
  await expect.element(page.getByRole('status')).toHaveTextContent('ABCD Not valid');
  expect(api.calls.map(({ path }) => path)).toEqual(['/api/orders/RSBXBW33GJ43', '/api/orders/ABCD']);
});
