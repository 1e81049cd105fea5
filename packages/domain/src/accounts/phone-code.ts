import { z } from 'zod';
import { typedDigits } from '../language/typed-values.ts';
import { LONGEST_TYPED, phoneSchema } from './credentials.ts';
import { takingAliases } from './person-aliases.ts';
import { captchaFields } from './security-check.ts';

/** Code of so many digits that was sent to a phone. */
export function sentCodeSchema(digits: number) {
  return z
    .string({ error: 'field.required' })
    .overwrite((text) => typedDigits(text.slice(0, LONGEST_TYPED)))
    .min(1, { error: 'field.required' })
    .regex(new RegExp(`^\\d{${digits}}$`), { error: 'phoneCode.wrong' });
}

/** Six-digit code that was sent to a phone. */
export const phoneCodeSchema = sentCodeSchema(6);

/** `POST /auth/phone-codes`. */
export const newPhoneCodeSchema = takingAliases(
  z.strictObject({ phone: phoneSchema, ...captchaFields }),
).meta({
  id: 'NewPhoneCode',
});

/** Response of `POST /auth/phone-codes`. */
export const phoneCodeSentSchema = z
  .strictObject({
    message: z.string(),
    id: z.uuid().optional().describe('Under which `GET /auth/phone-codes/{id}` says whether it arrived'),
    sandboxCode: z.string().optional().describe('The code itself, only if no SMS provider is configured'),
  })
  .meta({ id: 'PhoneCodeSent' });

export type PhoneCodeSent = z.infer<typeof phoneCodeSentSchema>;

/** `PUT /auth/phone-verification`. */
export const phoneVerificationSchema = z
  .strictObject({ phoneCode: phoneCodeSchema })
  .meta({ id: 'PhoneVerification' });
