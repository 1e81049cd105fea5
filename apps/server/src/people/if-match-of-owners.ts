import { teacherFields } from '@mutual-transfer/domain/accounts/teacher-fields';
import type { PrivacySettings } from '@mutual-transfer/domain/accounts/user';
import { recordOf } from '@mutual-transfer/domain/record-names';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import { ownerTag } from '../http/if-match.ts';
import type { RequestRow, UserRow } from '../platform/database/tables.ts';
import { statedColumnNames } from './request-rows.ts';
import { privacyColumnNames, showsHidden } from './visibility.ts';

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
export const accountColumns = Object.values(teacherFields).map(({ column }) => column);

/** Returns the ETag of the fields that a person can change in their own account. */
export function accountTag(row: UserRow): string {
  const hidden = privacyColumnNames.map((column) => row[`own_${column}`]);
  return ownerTag([...accountColumns.map((column) => row[column]), ...hidden]);
}

/** A change of privacy settings, based on a state that may be older than the stored one. */
interface PrivacyStep {
  before: PrivacySettings;
  wanted: PrivacySettings;
  /** True if the change is based on a state other than the stored one. */
  isStale: boolean;
}

/**
 * Returns the settings to store. Hiding is never refused as stale: if a stale change also shows a field, only its hiding part is stored,
 * and `isRefused` is true.
 */
export function privacyToStore({ before, wanted, isStale }: PrivacyStep): {
  privacy: PrivacySettings;
  isRefused: boolean;
} {
  const isRefused = isStale && showsHidden(before, wanted);
  const privacy = isRefused ? recordOf(privacyKeys, (name) => before[name] || wanted[name]) : wanted;
  return { privacy, isRefused };
}
