import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { EmailField, PhoneField } from './text-fields.tsx';

it('the email field disables capitalisation and spell checking, and the phone field is of type `tel`', async () => {
  await show(
    <>
      <EmailField autoComplete="off" />
      <PhoneField autoComplete="off" />
    </>,
  );
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect.element(email).toHaveAttribute('type', 'email');
  await expect.element(email).toHaveAttribute('autocapitalize', 'none');
  await expect.element(email).toHaveAttribute('spellcheck', 'false');
  await expect.element(page.getByRole('textbox', { name: 'Mobile number' })).toHaveAttribute('type', 'tel');
});
