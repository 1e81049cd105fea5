import { STATE } from '@mutual-transfer/domain/constants';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request-words';
import { emptyTeacher } from '../account/teacher-values.ts';
import { latinDigits } from '../form/latin-digits.ts';

/** What the form holds: fields of text are empty until they are filled in, and nothing is hidden. */
export const emptyRegistration = {
  ...emptyTeacher,
  email: '',
  password: '',
  confirmPassword: '',
  /** The code that was sent to a number which another account has. */
  phoneCode: '',
  ...nothingHidden,
};

export type RegistrationValues = typeof emptyRegistration;

/** The fields of each step of the form, in its order. */
export const registrationSteps: readonly (readonly string[])[] = [
  ['schoolName', 'state', 'district', 'postingBlock', 'desiredDistrict', 'desiredBlock'],
  ['subject', 'classRange', 'category', 'recruitmentBatch'],
  ['name', 'phone', 'phoneCode'],
  ['email', 'password', 'confirmPassword', 'captchaAnswer'],
] satisfies (keyof RegistrationValues | 'state' | 'captchaAnswer')[][];

/** Fields that the address may prefill: the visitor's question and the places of a shared link. */
const askedFields = [
  'district',
  'postingBlock',
  'desiredDistrict',
  'desiredBlock',
  'subject',
  'classRange',
] as const;

type Asked = Partial<Pick<RegistrationValues, (typeof askedFields)[number]>>;

/** Returns the values that the address prefills. */
export function askedIn(parameters: URLSearchParams): Asked {
  const given = askedFields.map((name) => [name, parameters.get(name) ?? ''] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** The fields that an address fills in. */
export function namesOf(asked: Asked): (keyof Asked)[] {
  return askedFields.filter((name) => asked[name] !== undefined);
}

/** The captcha of a form as the API takes it. */
export interface CaptchaAnswer {
  readonly captchaToken: string;
  readonly captchaAnswer: string;
}

/** What is sent for what the form holds. What was left open is left out. @param cameBy the code of the shared link that led here. */
export function registrationBody(
  values: RegistrationValues,
  captcha: CaptchaAnswer,
  cameBy: string | null = null,
) {
  const { category, recruitmentBatch, phoneCode, hideName, hidePhone, hideEmail, hideSchoolName, ...others } =
    values;
  return {
    ...others,
    ...captcha,
    phone: latinDigits(values.phone),
    state: STATE,
    privacySettings: { hideName, hidePhone, hideEmail, hideSchoolName },
    ...(cameBy === null ? {} : { cameBy }),
    ...(phoneCode === '' ? {} : { phoneCode: latinDigits(phoneCode.trim()) }),
    ...(category === '' ? {} : { category }),
    ...(category === 'school' && recruitmentBatch !== '' ? { recruitmentBatch } : {}),
  };
}
