import type { PrivacySettings } from '@mutual-transfer/domain/accounts/privacy';

/** Columns with the privacy settings of a person or a request. */
interface PrivacyColumns {
  readonly hide_name: boolean;
  readonly hide_phone: boolean;
  readonly hide_email: boolean;
  readonly hide_school_name: boolean;
}

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
