import { type Account, teacherProfile } from '@mutual-transfer/domain/accounts/user';
import type { Messages } from '@mutual-transfer/domain/language/messages/messages';
import { namesOf, recordOf } from '@mutual-transfer/domain/record-names';
import type { FieldErrors } from '../../form/form-values.ts';
import { latinDigits } from '../../form/latin-digits.ts';
import { schemaErrors } from '../../form/schema-errors.ts';
import { emptyTeacher } from './teacher-values.ts';

const emptyProfile = {
  ...emptyTeacher,
  joinedOn: '',
  teacherId: '',
  designation: '',
  email: '',
  currentPassword: '',
};

export type ProfileValues = typeof emptyProfile;

/** Returns the form values of an account. Missing values are empty. */
export function profileValues(account: Account): ProfileValues {
  const given: Partial<Record<keyof ProfileValues, string | null>> = account;
  return recordOf(namesOf(emptyProfile), (field) => given[field] ?? '');
}

/** Returns `true` if the change needs the password: a new email or phone receives messages about the account. */
export function needsPassword(before: ProfileValues, after: ProfileValues): boolean {
  return before.email !== after.email || before.phone !== latinDigits(after.phone);
}

/** Returns the patch to send: the fields that differ from before. A removed value is null. */
export function profileChanges(before: ProfileValues, after: ProfileValues): Record<string, string | null> {
  const values = cleaned(after);
  const changed = namesOf(values).filter(
    (field) => field !== 'currentPassword' && values[field] !== before[field],
  );
  return {
    ...Object.fromEntries(changed.map((field) => [field, values[field] === '' ? null : values[field]])),
    ...(needsPassword(before, after) ? { currentPassword: after.currentPassword } : {}),
  };
}

export function profileErrors(before: ProfileValues, after: ProfileValues, messages: Messages): FieldErrors {
  const { category, recruitmentBatch, joinedOn, teacherId, designation, currentPassword, ...others } =
    cleaned(after);
  const body = {
    ...others,
    ...(category === '' ? {} : { category }),
    ...(recruitmentBatch === '' ? {} : { recruitmentBatch }),
    ...(joinedOn === '' ? {} : { joinedOn }),
    ...(teacherId === '' ? {} : { teacherId }),
    ...(designation === '' ? {} : { designation }),
    ...(needsPassword(before, after) ? { currentPassword } : {}),
  };
  return schemaErrors(teacherProfile, body, messages);
}

function cleaned(values: ProfileValues): ProfileValues {
  const recruitmentBatch = values.category === 'school' ? values.recruitmentBatch : '';
  return { ...values, phone: latinDigits(values.phone), recruitmentBatch };
}
