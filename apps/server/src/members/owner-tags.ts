import type { RequestRow, UserRow } from '../database/tables.ts';
import { ownerTag } from '../http/turns/owner-tags.ts';
import { privacyColumnNames } from '../privacy/privacy-columns.ts';
import { statedColumnNames } from './request-rows.ts';

const ownerColumns = [...statedColumnNames, ...privacyColumnNames] as const;

/** Returns the ETag of the content and privacy settings of a request. Leaves out its status, which actions of others change too. */
export function requestTag(row: Pick<RequestRow, (typeof ownerColumns)[number]>): string {
  return ownerTag(ownerColumns.map((column) => row[column]));
}

/**
 * Returns the ETag of the fields of a teacher that an administrator can change: the account fields, whether the account is active, and its
 * verification.
 */
export function personTag(row: UserRow): string {
  return ownerTag([accountTag(row), row.is_active, row.verified_at, row.verified_note]);
}

/** Columns that a person can change in their own account, besides the privacy settings. */
export const accountColumns = [
  'name',
  'email',
  'phone',
  'school_name',
  'district',
  'block',
  'desired_district',
  'desired_block',
  'subject',
  'class_range',
  'category',
  'recruitment_batch',
  'joined_on',
  'teacher_id',
  'designation',
] as const satisfies readonly (keyof UserRow)[];

/** Returns the ETag of the fields that a person can change in their own account. */
export function accountTag(row: UserRow): string {
  const hidden = privacyColumnNames.map((column) => row[`own_${column}`]);
  return ownerTag([...accountColumns.map((column) => row[column]), ...hidden]);
}
