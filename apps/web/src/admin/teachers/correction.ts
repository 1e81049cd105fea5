import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { FieldErrors } from '../../form/form-values.ts';

const contactFields = ['name', 'email', 'phone'] as const;
/** Fields of a posting, which are sent together. */
export const postingFields = ['district', 'postingBlock', 'schoolName'] as const;
const requiredTeaching = ['subject', 'classRange'] as const;
const optionalTeaching = ['category', 'recruitmentBatch'] as const;

export type CorrectedValues = Record<
  | (typeof contactFields)[number]
  | (typeof postingFields)[number]
  | (typeof requiredTeaching)[number]
  | (typeof optionalTeaching)[number]
  | 'reason',
  string
>;

/** Returns the initial form values. */
export function correctedValues(account: Account): CorrectedValues {
  const { name, email, phone, district, postingBlock, schoolName, subject, classRange } = account;
  return {
    name,
    email,
    phone: phone ?? '',
    district: district ?? '',
    postingBlock: postingBlock ?? '',
    schoolName: schoolName ?? '',
    subject: subject ?? '',
    classRange: classRange ?? '',
    category: account.category ?? '',
    recruitmentBatch: account.recruitmentBatch ?? '',
    reason: '',
  };
}

/**
 * Returns the correction: the fields that differ, the whole posting if a part of it differs, and the reason. Removes the recruitment
 * batch if the category has none.
 */
export function correctionOf(before: CorrectedValues, typed: CorrectedValues): object {
  const after = typed.category === 'school' ? typed : { ...typed, recruitmentBatch: '' };
  const { district, postingBlock, schoolName, reason } = after;
  const isChanged = (field: keyof CorrectedValues) => after[field].trim() !== before[field];
  const stated = [...contactFields, ...requiredTeaching]
    .filter(isChanged)
    .map((field) => [field, after[field]]);
  const optional = optionalTeaching.filter(isChanged).map((field) => [field, after[field] || null]);
  return {
    ...Object.fromEntries([...stated, ...optional]),
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
