import {
  emailSchema,
  isGuessablePassword,
  isPersonalPassword,
  phoneSchema,
} from '@mutual-transfer/domain/accounts/credentials';
import { loginSchema, registrationSchema } from '@mutual-transfer/domain/accounts/user';
import type { Messages } from '@mutual-transfer/domain/language/messages';
import type { FieldErrors } from '../form/form-values.ts';
import { schemaErrors } from '../form/schema-errors.ts';
import { type CaptchaAnswer, type RegistrationValues, registrationBody } from './registration-values.ts';

export function loginErrors(body: object, messages: Messages): FieldErrors {
  return schemaErrors(loginSchema, body, messages);
}

/** Returns the error messages of a registration, by field. Reports different passwords together with all other errors. */
export function registrationErrors(
  values: RegistrationValues,
  captcha: CaptchaAnswer,
  messages: Messages,
): FieldErrors {
  const errors = {
    ...passwordErrors(values, messages),
    ...schemaErrors(registrationSchema, registrationBody(values, captcha), messages),
  };
  if (values.password === values.confirmPassword) return errors;
  return { ...errors, confirmPassword: messages('password.mismatch') };
}

/** Returns the error of a password that is easy to guess. The server also compares it with the most common ones. */
function passwordErrors({ password, ...values }: RegistrationValues, messages: Messages): FieldErrors {
  const person = {
    name: values.name,
    email: values.email.trim(),
    phone: phoneSchema.safeParse(values.phone).data ?? null,
  };
  if (isPersonalPassword(password, person)) return { password: messages('password.personal') };
  return isGuessablePassword(password, person) ? { password: messages('password.context') } : {};
}

/** Returns `true` for an email address or a phone number, which identify an account. */
export function isIdentifier(text: string): boolean {
  return emailSchema.safeParse(text).success || isPhone(text);
}

export function isPhone(text: string): boolean {
  return phoneSchema.safeParse(text).success;
}
