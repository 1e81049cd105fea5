import { z } from 'zod';
import { newPasswordSchema, phoneSchema } from './credentials.ts';
import { takingAliases } from './person-aliases.ts';
import { sentCodeSchema } from './phone-code.ts';
import { captchaFields, proofField } from './security-check.ts';
import { loginSchema } from './user.ts';

/** Lifetime of a password-reset link or code, in minutes. */
export const PASSWORD_LINK_MINUTES = 30;

/** `POST /auth/password-links`: requests a password-reset link by e-mail. */
export const passwordLinkRequestSchema = z
  .strictObject({ email: loginSchema.shape.email, ...captchaFields })
  .meta({ id: 'PasswordLinkRequest' });

/** `PUT /auth/password-links`: sets a new password with the token of a reset link. */
export const passwordByLinkSchema = z
  .strictObject({ token: z.string().min(1).max(100), newPassword: newPasswordSchema, ...proofField })
  .meta({ id: 'PasswordByLink' });

export type PasswordByLink = z.infer<typeof passwordByLinkSchema>;

/** Maximum number of attempts on a password-reset code per address. */
export const PASSWORD_CODE_TRIES = 3;
/**
 * Maximum number of attempts on a code over all addresses. Higher than the limit per address, so that a stranger
 * cannot use up the attempts of the teacher.
 */
export const PASSWORD_CODE_TRIES_OF_ALL = 15;
/** Number of digits. Longer than other codes, because this code gives access to an account. */
export const PASSWORD_CODE_DIGITS = 8;

/** `POST /auth/password-codes`: requests a password-reset code by SMS. */
export const passwordCodeRequestSchema = takingAliases(
  z.strictObject({ phone: phoneSchema, ...captchaFields }),
).meta({
  id: 'PasswordCodeRequest',
});

/** `PUT /auth/password-codes`: sets a new password with a reset code. */
export const passwordByCodeSchema = takingAliases(
  z.strictObject({
    phone: phoneSchema,
    code: sentCodeSchema(PASSWORD_CODE_DIGITS),
    newPassword: newPasswordSchema,
    ...proofField,
  }),
).meta({ id: 'PasswordByCode' });

export type PasswordByCode = z.infer<typeof passwordByCodeSchema>;
