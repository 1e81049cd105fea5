import { Route, Routes } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../platform/paths.ts';
import { answerCalls, show } from '../testing/show.tsx';
import OrderPage from './order-page.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => api?.stop());

async function open(address: string) {
  api = answerCalls((path) => ({ status: 200, body: { valid: path.endsWith('/RSBXBW33GJ43') } }));
  await show(
    <Routes>
      <Route element={<OrderPage />} path={paths.order} />
      <Route element={<OrderPage />} path={paths.orderOfCode} />
    </Routes>,
    'en',
    address,
  );
  return api.calls;
}

it('the page shows whether a code is valid, and sends no empty code', async () => {
  const calls = await open('/order');
  const code = page.getByRole('textbox', { name: 'Code on the order, or number of the group' });
  const check = page.getByRole('button', { name: 'Check', exact: true });
  await check.click();
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill(' RSBXBW33GJ43 ');
  await check.click();
  await expect.element(page.getByRole('status')).toHaveTextContent('RSBXBW33GJ43 Valid');
  await expect.element(code).toHaveValue('RSBXBW33GJ43');
  await code.fill('ABCD');
  await check.click();
  await expect.element(page.getByRole('status')).toHaveTextContent('ABCD Not valid');
  expect(calls.map(({ path }) => path)).toEqual(['/api/orders/RSBXBW33GJ43', '/api/orders/ABCD']);
});

it('a code in the URL is checked when the page opens', async () => {
  const calls = await open('/order/RSBXBW33GJ43');
  await expect.element(page.getByRole('status')).toHaveTextContent('RSBXBW33GJ43 Valid');
  await expect
    .element(page.getByRole('textbox', { name: 'Code on the order, or number of the group' }))
    .toHaveValue('RSBXBW33GJ43');
  expect(calls).toHaveLength(1);
});
