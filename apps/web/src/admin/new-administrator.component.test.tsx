import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearSession } from '../platform/session.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { NewAdministratorForm } from './administrators.tsx';

let api: ReturnType<typeof answerCalls> | undefined;
afterEach(() => {
  api?.stop();
  clearSession();
});

it('a district administrator is created only with at least one district', async () => {
  api = answerCalls(() => ({ status: 201, body: { administrators: [] } }));
  await show(<NewAdministratorForm onMade={() => {}} userId="a" />);
  await page.getByRole('textbox', { name: 'Full name' }).fill('Asha Kumari');
  await page.getByRole('textbox', { name: 'Email' }).fill('asha@office.example');
  await page.getByLabelText('First password', { exact: false }).fill('quiet orchard rain');
  await page.getByRole('textbox', { name: 'Office' }).fill('DEO Gaya');
  const role = page.getByRole('combobox', { name: 'Responsible for' });
  await role.selectOptions('Districts');
  const make = page.getByRole('button', { name: 'Make administrator' });
  await make.click();
  await expect.element(role).toHaveAttribute('aria-invalid', 'true');
  await expect.element(role).toHaveFocus();
  await page.getByRole('checkbox', { name: 'Gaya' }).click();
  await make.click();
  await expect
    .poll(() => api?.calls.map(({ body }) => body))
    .toEqual([
      {
        name: 'Asha Kumari',
        email: 'asha@office.example',
        password: 'quiet orchard rain',
        role: 'district',
        office: 'DEO Gaya',
        designation: '',
        districts: ['Gaya'],
      },
    ]);
});
