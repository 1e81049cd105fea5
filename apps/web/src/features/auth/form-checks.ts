import { email } from '@mutual-transfer/domain/credentials';
import { fieldSentences } from '@mutual-transfer/domain/messages/field-sentences';
import type { Messages } from '@mutual-transfer/domain/messages/messages';
import { login, registration } from '@mutual-transfer/domain/user';
import { type CaptchaAnswer, type RegistrationValues, registrationBody } from './registration-values.ts';

/** The sentences about what is wrong with a login, by field. */
export function loginErrors(body: object, messages: Messages): Record<string, string> {
  const result = login.safeParse(body);
  return result.success ? {} : fieldSentences(result.error.issues, messages);
}

/** The sentences about what is wrong, by field; passwords that differ are told beside whatever else is. */
export function registrationErrors(
  values: RegistrationValues,
  captcha: CaptchaAnswer,
  messages: Messages,
): Record<string, string> {
  const result = registration.safeParse(registrationBody(values, captcha));
  const errors = result.success ? {} : fieldSentences(result.error.issues, messages);
  if (values.password === values.confirmPassword) return errors;
  return { ...errors, confirmPassword: messages('password.mismatch') };
}

export function isEmail(text: string): boolean {
  return email.safeParse(text).success;
}
