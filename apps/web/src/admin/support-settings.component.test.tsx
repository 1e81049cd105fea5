import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { signInAs } from '../testing/people.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { SupportSettingsForm } from './settings.tsx';

const operator = {
  kind: 'founder' as const,
  name: 'Mutual Transfer',
  address: 'Fraser Road, Patna',
  phone: '',
  grievanceOfficer: 'Asha Kumari, 0612 2200000',
  gstin: '',
};

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('an administrator changes the support address, which must be an email address', async () => {
  signInAs('admin');
  api = answerCalls((_path, body) => ({
    status: 200,
    body: body ?? { supportEmail: 'help@example.org', portalUrl: null, operator },
  }));
  await show(<SupportSettingsForm />);
  const address = page.getByRole('textbox', { name: 'Email address' });
  await expect.element(address).toHaveValue('help@example.org');
  const save = page.getByRole('button', { name: 'Save Address' });
  await address.fill('not an address');
  await save.click();
  await expect.element(address).toHaveAttribute('aria-invalid', 'true');
  await address.fill('office@example.org');
  const portal = page.getByRole('textbox', { name: 'Address of the state portal' });
  await portal.fill('portal');
  await save.click();
  await expect.element(portal).toHaveAttribute('aria-invalid', 'true');
  await portal.fill('https://portal.example.org');
  await page.getByRole('combobox', { name: 'The site is run by' }).selectOptions('The department');
  await save.click();
  await expect.element(page.getByText('The address has been saved.')).toBeVisible();
  expect(api.calls.filter(({ body }) => body !== undefined)).toEqual([
    {
      path: '/api/admin/support',
      body: {
        supportEmail: 'office@example.org',
        portalUrl: 'https://portal.example.org',
        operator: { ...operator, kind: 'department' },
      },
    },
  ]);
});
