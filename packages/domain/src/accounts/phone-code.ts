import { z } from 'zod';
import { captchaFields, phone } from './credentials.ts';
import { takingAliases } from './person-aliases.ts';

/** Six-digit code that was sent to a phone. */
export const phoneCode = z
  .string({ error: 'field.required' })
  .trim()
  .regex(/^\d{6}$/, { error: 'phoneCode.wrong' });

/** `POST /auth/phone-codes`. */
export const newPhoneCode = takingAliases(z.strictObject({ phone, ...captchaFields })).meta({
  id: 'NewPhoneCode',
});

/** Response of `POST /auth/phone-codes`. */
export const phoneCodeSent = z
  .strictObject({
    message: z.string(),
    sandboxCode: z.string().optional().describe('The code itself, only if no SMS provider is configured'),
  })
  .meta({ id: 'PhoneCodeSent' });

export type PhoneCodeSent = z.infer<typeof phoneCodeSent>;

/** `PUT /auth/phone-verification`. */
export const phoneVerification = z.strictObject({ phoneCode }).meta({ id: 'PhoneVerification' });
