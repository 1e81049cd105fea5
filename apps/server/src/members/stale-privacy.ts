import type { PrivacySettings } from '@mutual-transfer/domain/accounts/privacy';
import { recordOf } from '@mutual-transfer/domain/record-names';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import { showsHidden } from '../privacy/privacy-columns.ts';

/** A change of privacy settings, based on a state that may be older than the stored one. */
interface PrivacyStep {
  readonly before: PrivacySettings;
  readonly wanted: PrivacySettings;
  /** True if the change is based on a state other than the stored one. */
  readonly isStale: boolean;
}

/**
 * Returns the settings to store. Hiding is never refused as stale: if a stale change also shows a field, only its hiding part is stored,
 * and `isRefused` is true.
 */
export function privacyToStore({ before, wanted, isStale }: PrivacyStep): {
  readonly privacy: PrivacySettings;
  readonly isRefused: boolean;
} {
  const isRefused = isStale && showsHidden(before, wanted);
  const privacy = isRefused ? recordOf(privacyKeys, (name) => before[name] || wanted[name]) : wanted;
  return { privacy, isRefused };
}
