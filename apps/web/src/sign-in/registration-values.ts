import { PRIVACY_NOTICE_VERSION, STATE } from '@mutual-transfer/domain/constants';
import { typedDigits } from '@mutual-transfer/domain/language/typed-values';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request-words';
import { cleanedTeacher, emptyTeacher, withoutUnstated } from '../account/teacher-fields.tsx';

/** Initial values: empty text fields, nothing hidden. */
export const emptyRegistration = {
  ...emptyTeacher,
  password: '',
  confirmPassword: '',
  /** Code sent to a number that another account has. */
  phoneCode: '',
  ...nothingHidden,
  consent: false,
};

export type RegistrationValues = typeof emptyRegistration;

/** Fields that the URL may prefill: the visitor's question and the places of a shared link. */
const askedFields = [
  'district',
  'postingBlock',
  'desiredDistrict',
  'desiredBlock',
  'subject',
  'classRange',
] as const;

export const registrationSteps: readonly (readonly string[])[] = [
  ['schoolName', 'state', ...askedFields, 'category', 'recruitmentBatch'],
  ['name', 'phone', 'phoneCode'],
  ['email', 'password', 'confirmPassword', 'consent', 'captchaAnswer'],
] satisfies (keyof RegistrationValues | 'state' | 'captchaAnswer')[][];

type Asked = Partial<Pick<RegistrationValues, (typeof askedFields)[number]>>;

/** Returns the values that the URL prefills. */
export function askedIn(parameters: URLSearchParams): Asked {
  const given = askedFields.map((name) => [name, parameters.get(name) ?? ''] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

export function prefilledFields(asked: Asked): (keyof Asked)[] {
  return askedFields.filter((name) => asked[name] !== undefined);
}

export interface CaptchaAnswer {
  captchaToken: string;
  captchaAnswer: string;
}

/** Returns the request body without empty fields. @param cameBy Code of the shared link that the visitor came by. */
export function registrationBody(
  values: RegistrationValues,
  captcha: CaptchaAnswer,
  cameBy: string | null = null,
) {
  const { phoneCode, consent, hideName, hidePhone, hideEmail, hideSchoolName, ...fields } = values;
  return {
    ...withoutUnstated(cleanedTeacher(fields)),
    ...captcha,
    state: STATE,
    ...(consent ? { consentVersion: PRIVACY_NOTICE_VERSION } : {}),
    privacySettings: { hideName, hidePhone, hideEmail, hideSchoolName },
    ...(cameBy === null ? {} : { cameBy }),
    ...(phoneCode === '' ? {} : { phoneCode: typedDigits(phoneCode) }),
  };
}
