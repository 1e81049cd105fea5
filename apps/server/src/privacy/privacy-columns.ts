import type { PrivacySettings } from '@mutual-transfer/domain/accounts/privacy';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';

/** Columns with the privacy settings of a person or a request. */
export const privacyColumnNames = ['hide_name', 'hide_phone', 'hide_email', 'hide_school_name'] as const;
export type PrivacyColumn = (typeof privacyColumnNames)[number];

type PrivacyColumns = Readonly<Record<PrivacyColumn, boolean>>;
type OwnPrivacyColumns = Readonly<Record<`own_${PrivacyColumn}`, boolean>>;

export function privacyColumns(privacy: PrivacySettings): PrivacyColumns {
  return {
    hide_name: privacy.hideName,
    hide_phone: privacy.hidePhone,
    hide_email: privacy.hideEmail,
    hide_school_name: privacy.hideSchoolName,
  };
}

export function privacyOf(row: PrivacyColumns): PrivacySettings {
  return {
    hideName: row.hide_name,
    hidePhone: row.hide_phone,
    hideEmail: row.hide_email,
    hideSchoolName: row.hide_school_name,
  };
}

/** Returns the person's own privacy settings, which apply with and without a request. */
export function ownPrivacyOf(row: OwnPrivacyColumns): PrivacySettings {
  return {
    hideName: row.own_hide_name,
    hidePhone: row.own_hide_phone,
    hideEmail: row.own_hide_email,
    hideSchoolName: row.own_hide_school_name,
  };
}

/** Returns true if a change of privacy settings shows a hidden field. */
export function showsHidden(before: PrivacySettings, wanted: PrivacySettings): boolean {
  return privacyKeys.some((name) => before[name] && !wanted[name]);
}
