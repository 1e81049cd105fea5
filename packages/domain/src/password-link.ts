import { z } from 'zod';
import { captchaFields, newPassword } from './credentials.ts';
import { login } from './user.ts';

/** How long a link to a new password can be used. */
export const PASSWORD_LINK_MINUTES = 30;

/** `POST /auth/password-links`: asks for a link to a new password by e-mail. */
export const passwordLinkRequest = z
  .strictObject({ email: login.shape.email, ...captchaFields })
  .meta({ id: 'PasswordLinkRequest' });

/** `PUT /auth/password-links`: a new password by the token of such a link. */
export const passwordByLink = z
  .strictObject({ token: z.string().min(1).max(100), newPassword })
  .meta({ id: 'PasswordByLink' });

export type PasswordByLink = z.infer<typeof passwordByLink>;
