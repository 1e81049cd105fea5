import { z } from 'zod';
import { captchaFields, newPassword, phone, proofField } from './credentials.ts';
import { takingAliases } from './person-aliases.ts';
import { login } from './user.ts';

/** How long a link or a code to a new password can be used. */
export const PASSWORD_LINK_MINUTES = 30;

/** `POST /auth/password-links`: asks for a link to a new password by e-mail. */
export const passwordLinkRequest = z
  .strictObject({ email: login.shape.email, ...captchaFields })
  .meta({ id: 'PasswordLinkRequest' });

/** `PUT /auth/password-links`: a new password by the token of such a link. */
export const passwordByLink = z
  .strictObject({ token: z.string().min(1).max(100), newPassword, ...proofField })
  .meta({ id: 'PasswordByLink' });

export type PasswordByLink = z.infer<typeof passwordByLink>;

/** Tries that a code to a new password takes from one address. */
export const PASSWORD_CODE_TRIES = 3;
/** Tries that end it, from all addresses: those of a stranger leave its teacher theirs. */
export const PASSWORD_CODE_TRIES_OF_ALL = 15;
/** More than other codes have, for it opens an account. */
export const PASSWORD_CODE_DIGITS = 8;

/** `POST /auth/password-codes`: asks for a code to a new password by SMS. */
export const passwordCodeRequest = takingAliases(z.strictObject({ phone, ...captchaFields })).meta({
  id: 'PasswordCodeRequest',
});

/** `PUT /auth/password-codes`: a new password by such a code. */
export const passwordByCode = takingAliases(
  z.strictObject({
    phone,
    code: z
      .string({ error: 'field.required' })
      .trim()
      .regex(new RegExp(`^\\d{${PASSWORD_CODE_DIGITS}}$`), { error: 'phoneCode.wrong' }),
    newPassword,
    ...proofField,
  }),
).meta({ id: 'PasswordByCode' });

export type PasswordByCode = z.infer<typeof passwordByCode>;
