import { password, postByApi, signIn, signUp, somebody } from './people.ts';
import { createAdministrator, expect, test } from './product.ts';

const danapur = { district: 'Patna', block: 'Danapur' };
const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };
const administrator = { email: 'fee.administrator@example.com', name: 'Vijay Prakash' };

let settings: (isPaymentRequired: boolean) => Promise<void>;

test.beforeAll(async ({ product, browser }) => {
  await createAdministrator(product, { ...administrator, password });
  const page = await (await browser.newContext({ baseURL: product.address })).newPage();
  await signIn(page, administrator.email);
  await expect(page).toHaveURL(/\/dashboard$/);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  settings = async (isPaymentRequired) => {
    const response = await page.request.put('/api/payment/settings', {
      headers: { authorization: `Bearer ${token}` },
      data: { isPaymentRequired, paymentAmount: 10 },
    });
    expect(response.ok(), await response.text()).toBe(true);
  };
});
test.beforeEach(() => settings(true));
test.afterEach(() => settings(false));

test('a teacher without access is led to the payment, pays, and comes back to where they wanted to go', async ({
  page,
}) => {
  await signUp(page, somebody('Shanti Devi', bodhGaya, danapur));
  await page.goto('/privacy-management');
  await expect(page).toHaveURL(/\/payment$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Platform access' })).toBeVisible();
  await expect(page.getByText('₹10', { exact: true })).toBeVisible();
  await expect(page.getByText('Lifetime access')).toBeVisible();

  const pay = page.getByRole('button', { name: 'Pay ₹10', exact: true });
  await pay.click();
  await page.getByRole('button', { name: 'Let the payment fail' }).click();
  await expect(page.getByText('Payment verification failed. Please contact support.')).toBeVisible();
  await pay.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Nothing was paid.')).toBeVisible();
  await page.getByRole('button', { name: 'Refresh status' }).click();
  await expect(page.getByText('Your payment has not arrived yet.')).toBeVisible();

  await pay.click();
  await page.getByRole('button', { name: 'Pay ₹10 (test)' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page).toHaveURL(/\/privacy-management$/, { timeout: 6_000 });
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await page.goto('/payment');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an order that cannot be made says so, and nothing is paid twice by a double click', async ({
  page,
}) => {
  await signUp(page, somebody('Ranjana Jha', bodhGaya, danapur));
  await page.goto('/payment');
  const pay = page.getByRole('button', { name: 'Pay ₹10', exact: true });
  await page.route('**/api/payment/create-order', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  await pay.click();
  await expect(page.getByText('Failed to initiate payment. Please try again.')).toBeVisible();
  let orders = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/payment/create-order')) orders += 1;
  });
  await pay.dblclick();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(orders).toBe(1);
});

test('the fee that cannot be loaded says so, and is asked for again', async ({ page }) => {
  await signUp(page, somebody('Mamta Kumari', bodhGaya, danapur));
  await page.route('**/api/payment/settings', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/payment');
  await expect(page.getByText('Failed to load payment information. Please try again.')).toBeVisible();
  await page.unroute('**/api/payment/settings');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Pay ₹10', exact: true })).toBeVisible();
});

test('whoever has not paid is led from the list to the payment, and can still log out', async ({
  page,
  viewport,
}) => {
  const person = somebody('Anju Devi', bodhGaya, danapur);
  await settings(false);
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  await settings(true);
  await page.goto('/view-requests');
  await expect(page).toHaveURL(/\/payment$/);
  await expect(page.getByRole('button', { name: 'Refresh status' })).toBeVisible();
  if ((viewport?.width ?? 0) < 900) await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('article').filter({ hasText: person.name })).toBeVisible();
  expect(await page.content()).not.toContain(person.phone);
});

test('where no payment is required, the payment leads on at once', async ({ page }) => {
  await settings(false);
  await signUp(page, somebody('Sarita Yadav', bodhGaya, danapur));
  await page.goto('/payment');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('only the payment’s page lets the provider’s script in', async ({ page }) => {
  const policyOf = async (address: string) =>
    (await page.request.get(address)).headers()['content-security-policy'] ?? '';
  expect(await policyOf('/payment')).toContain('https://checkout.razorpay.com');
  for (const address of ['/', '/dashboard', '/login']) {
    expect(await policyOf(address)).not.toContain('razorpay');
  }
});
