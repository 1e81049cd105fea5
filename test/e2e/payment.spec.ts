import { newTeacher, openCard, postByApi, signInAsAdministrator, signUp } from './people.ts';
import { expect, test } from './product.ts';

const danapur = { district: 'Patna', block: 'Danapur' };
const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };

let settings: (isPaymentRequired: boolean, paymentAmount?: number) => Promise<void>;

test.beforeAll(async ({ product, browser }) => {
  const page = await (await browser.newContext({ baseURL: product.address })).newPage();
  const token = await signInAsAdministrator(page);
  settings = async (isPaymentRequired, paymentAmount = 10) => {
    const response = await page.request.put('/api/payment/settings', {
      headers: { authorization: `Bearer ${token}` },
      data: { isPaymentRequired, paymentAmount },
    });
    expect(response.ok(), await response.text()).toBe(true);
  };
});
test.beforeEach(() => settings(true));
test.afterEach(() => settings(false));

test('a teacher without access is led to the payment, pays, and returns to the requested page', async ({
  page,
}) => {
  await signUp(page, newTeacher('Shanti Devi', bodhGaya, danapur));
  await page.goto('/privacy-management');
  await expect(page).toHaveURL(/\/payment$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Platform access' })).toBeVisible();
  await expect(page.getByText('₹10', { exact: true })).toBeVisible();
  await expect(page.getByText('Lifetime access')).toBeVisible();

  const pay = page.getByRole('button', { name: 'Pay ₹10', exact: true });
  await pay.click();
  await page.getByRole('button', { name: 'Let the payment fail' }).click();
  const declined = page.getByText('The payment was declined, and nothing was paid.');
  const cancelled = page.getByText('Nothing was paid. You can try again');
  const notYet = page.getByText('Your payment has not arrived yet.');
  await expect(declined).toBeVisible();
  await page.getByRole('button', { name: 'Refresh status' }).click();
  await expect(notYet).toBeVisible();
  await expect(declined).toBeHidden();
  await pay.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(cancelled).toBeVisible();
  await expect(notYet).toBeHidden();

  await pay.click();
  await page.getByRole('button', { name: 'Pay ₹10 (test)' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page).toHaveURL(/\/privacy-management$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  const received = page.getByRole('status').filter({ hasText: 'Your payment has been received.' });
  await expect(received.getByRole('link', { name: 'See the receipt' })).toHaveAttribute('href', '/receipt');
  await page.goto('/payment');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Welcome, Shanti Devi' })).toBeVisible();
  await expect(received).toBeHidden();
});

test('a payment that only the webhook reported shows the success and a printable receipt', async ({
  page,
}) => {
  const { token } = await signUp(page, newTeacher('Usha Kiran', bodhGaya, danapur));
  await page.goto('/payment');
  await expect(page.getByRole('button', { name: 'Pay ₹10', exact: true })).toBeVisible();
  const headers = { authorization: `Bearer ${token}` };
  const order = await page.request.post('/api/payment/create-order', { headers });
  const { orderId } = (await order.json()) as { orderId: string };
  // Pays outside the page, so that only the provider's webhook reports it.
  await page.request.post('/api/payment/sandbox/pay', { headers, data: { orderId, outcome: 'success' } });
  await expect
    .poll(async () => (await (await page.request.get('/api/payment/status', { headers })).json()).isPaid)
    .toBe(true);
  await page.getByRole('button', { name: 'Refresh status' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  // Two seconds later the page navigates by itself, so a click on a busy machine could come too late.
  await expect(page.getByRole('link', { name: 'See the receipt' })).toHaveAttribute('href', '/receipt');
  await page.goto('/receipt');
  const receipt = page.getByRole('region', { name: 'Receipt' });
  for (const text of [/^MT-\d{6}$/, '₹10', 'Usha Kiran', 'Mutual Transfer', orderId])
    await expect(receipt.getByText(text, { exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(receipt).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/account');
  await page.getByRole('link', { name: 'Receipt of your payment' }).click();
  await expect(page).toHaveURL(/\/receipt$/);
});

test('an administrator refunds the fee for a reason, and the teacher reads about the refund on their account', async ({
  page,
  browser,
  product,
}) => {
  const meena = newTeacher('Meena Devi', bodhGaya, danapur);
  const context = await browser.newContext({ baseURL: product.address });
  const teacher = await context.newPage();
  await signUp(teacher, meena);
  await teacher.goto('/payment');
  await teacher.getByRole('button', { name: 'Pay ₹10', exact: true }).click();
  await teacher.getByRole('button', { name: 'Pay ₹10 (test)' }).click();
  await expect(teacher).toHaveURL(/\/dashboard$/);

  await signInAsAdministrator(page);
  await page.goto(`/admin?section=users&search=${meena.phone}`);
  await page.getByRole('link', { name: meena.name, exact: true }).click();
  const payments = page.getByRole('region', { name: 'Payments' });
  await payments.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('No agreement of this teacher broke before the papers.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Refund ₹10' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Reason').fill('The ring broke before the papers');
  await dialog.getByRole('button', { name: 'Refund ₹10' }).dblclick();
  await expect(page.getByText('₹10 has been paid back to Meena Devi.')).toBeVisible();
  await expect(payments.getByText(/^Paid back on .*, by an administrator$/)).toBeVisible();
  await expect(payments.getByRole('button', { name: 'Refund' })).toHaveCount(0);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('row').filter({ hasText: 'Refunded a payment' })).toHaveCount(1);

  // A new tab requests the status again.
  const again = await context.newPage();
  await again.goto('/account/data');
  await expect(again.getByText(/^Your ₹10 was paid back to you on /)).toBeVisible();
  await again.goto('/account');
  await again.getByRole('link', { name: 'Receipt of your payment' }).click();
  await expect(again.getByText(/^Your ₹10 was paid back to you on /)).toBeVisible();
  await context.close();
});

test('a teacher without access finds the account, and hides, withdraws and deletes their own request', async ({
  page,
}) => {
  const person = newTeacher('Neelam Devi', bodhGaya, danapur);
  await settings(false);
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  await settings(true);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/payment$/);
  await page.getByRole('link', { name: 'Your account and your requests' }).click();
  await expect(page).toHaveURL(/\/account$/);
  const own = page.getByRole('region', { name: 'Your requests' });
  await openCard(own.getByRole('article'));
  await own.getByRole('button', { name: 'Privacy Settings' }).click();
  await own.getByLabel('Hide my phone').check();
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Privacy settings updated successfully!')).toBeVisible();
  await own.getByRole('button', { name: 'No longer looking' }).click();
  // Without access the open proposals are not loaded, so the confirmation counts none.
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(own.getByText('Withdrawn', { exact: true })).toBeVisible();
  await own.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(own).toBeHidden();
  await expect(page).toHaveURL(/\/account$/);
});

test('a teacher who has not paid is led from the list to the payment, and can still log out', async ({
  page,
}) => {
  const person = newTeacher('Anju Devi', bodhGaya, danapur);
  await settings(false);
  const { token } = await signUp(page, person);
  await postByApi(page, person, token);
  await settings(true);
  await page.goto('/view-requests');
  await expect(page).toHaveURL(/\/payment$/);
  await expect(page.getByRole('button', { name: 'Refresh status' })).toBeVisible();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('row').filter({ hasText: person.name })).toBeVisible();
  expect(await page.content()).not.toContain(person.phone);
});

test('if no payment is required, the payment page redirects immediately', async ({ page }) => {
  await settings(false);
  await signUp(page, newTeacher('Sarita Yadav', bodhGaya, danapur));
  await page.goto('/payment');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('only the payment page allows the provider’s script', async ({ page }) => {
  const policyOf = async (address: string) =>
    (await page.request.get(address)).headers()['content-security-policy'] ?? '';
  expect(await policyOf('/payment')).toContain('https://checkout.razorpay.com');
  for (const address of ['/', '/dashboard', '/login']) {
    expect(await policyOf(address)).not.toContain('razorpay');
  }
});
