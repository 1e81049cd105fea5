import type { RequestRow, UserRow } from '../database/tables/schema.ts';
import { ownerTag } from '../http/turns/owner-tags.ts';
import { statedColumnNames } from './request-rows.ts';

const privacyColumnNames = ['hide_name', 'hide_phone', 'hide_email', 'hide_school_name'] as const;

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

/** Returns the ETag of the fields that a person can change in their own account. */
export function accountTag(row: UserRow): string {
  const { name, email, phone, school_name, district, block, desired_district, desired_block } = row;
  const { subject, class_range, category, recruitment_batch, joined_on, teacher_id, designation } = row;
  const { own_hide_name, own_hide_phone, own_hide_email, own_hide_school_name } = row;
  return ownerTag([
    ...[name, email, phone, school_name, district, block, desired_district, desired_block],
    ...[subject, class_range, category, recruitment_batch, joined_on, teacher_id, designation],
    ...[own_hide_name, own_hide_phone, own_hide_email, own_hide_school_name],
  ]);
}
