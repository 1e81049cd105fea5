import { email, phone } from '@mutual-transfer/domain/accounts/credentials';
import { login, registration } from '@mutual-transfer/domain/accounts/user';
import type { Messages } from '@mutual-transfer/domain/language/messages/messages';
import type { FieldErrors } from '../form/form-values.ts';
import { latinDigits } from '../form/latin-digits.ts';
import { schemaErrors } from '../form/schema-errors.ts';
import {
  type CaptchaAnswer,
  type RegistrationValues,
  registrationBody,
} from './registration/registration-values.ts';

/** Returns the error messages of a login, by field. */
export function loginErrors(body: object, messages: Messages): FieldErrors {
  return schemaErrors(login, body, messages);
}

/** Returns the error messages of a registration, by field. Reports different passwords together with all other errors. */
export function registrationErrors(
  values: RegistrationValues,
  captcha: CaptchaAnswer,
  messages: Messages,
): FieldErrors {
  const errors = schemaErrors(registration, registrationBody(values, captcha), messages);
  if (values.password === values.confirmPassword) return errors;
  return { ...errors, confirmPassword: messages('password.mismatch') };
}

/** Returns `true` for an email address or a phone number, which identify an account. */
export function isIdentifier(text: string): boolean {
  return email.safeParse(text).success || isPhone(text);
}

export function isPhone(text: string): boolean {
  return phone.safeParse(latinDigits(text)).success;
}
