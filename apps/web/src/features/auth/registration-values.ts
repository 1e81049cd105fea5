import { STATE } from '@mutual-transfer/domain/constants';
import type { Messages } from '@mutual-transfer/domain/messages/english';
import { fieldSentences } from '@mutual-transfer/domain/messages/sentence';
import { registration } from '@mutual-transfer/domain/user';
import { latinDigits } from '../../teacher/latin-digits.ts';
import { emptyTeacher } from '../../teacher/teacher-form.ts';

/** What the form holds: every field is text, empty until it is filled in. */
export const emptyRegistration = { ...emptyTeacher, email: '', password: '', confirmPassword: '' };

export type RegistrationValues = typeof emptyRegistration;

/** The captcha of a form as the API takes it. */
export interface CaptchaAnswer {
  readonly captchaToken: string;
  readonly captchaAnswer: string;
}

/** What is sent for what the form holds. What was left open is left out. */
export function registrationBody(values: RegistrationValues, captcha: CaptchaAnswer) {
  const { category, recruitmentBatch, ...others } = values;
  return {
    ...others,
    ...captcha,
    phone: latinDigits(values.phone),
    state: STATE,
    ...(category === '' ? {} : { category }),
    ...(category === 'school' && recruitmentBatch !== '' ? { recruitmentBatch } : {}),
  };
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
  return { ...errors, confirmPassword: messages['password.mismatch'] };
}
