import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { PersonCorrection } from '@mutual-transfer/domain/administration/administration';
import type { FieldErrors } from '../../form/form-values.ts';

const contactFields = ['name', 'email', 'phone'] as const;
const postingFields = ['district', 'postingBlock', 'schoolName'] as const;

export type CorrectedValues = Record<
  (typeof contactFields)[number] | (typeof postingFields)[number] | 'reason',
  string
>;

/** Returns the initial form values. */
export function correctedValues(account: Account): CorrectedValues {
  const { name, email, phone, district, postingBlock, schoolName } = account;
  return {
    name,
    email,
    phone: phone ?? '',
    district: district ?? '',
    postingBlock: postingBlock ?? '',
    schoolName: schoolName ?? '',
    reason: '',
  };
}

/** Returns the correction: the fields that differ, the whole posting if a part of it differs, and the reason. */
export function correctionOf(before: CorrectedValues, after: CorrectedValues): PersonCorrection {
  const { district, postingBlock, schoolName, reason } = after;
  const isChanged = (field: keyof CorrectedValues) => after[field].trim() !== before[field];
  const contact = contactFields.filter(isChanged).map((field) => [field, after[field]]);
  return {
    ...Object.fromEntries(contact),
    ...(postingFields.some(isChanged) ? { posting: { district, postingBlock, schoolName } } : {}),
    reason,
  };
}

/** Moves errors of parts of the posting to the fields that hold them. */
export function flatErrors(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, sentence]) => [path.replace(/^posting\./, ''), sentence]),
  );
}
