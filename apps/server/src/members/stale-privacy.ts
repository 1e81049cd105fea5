import type { PrivacySettings } from '@mutual-transfer/domain/accounts/privacy';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';

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
  const isRefused = isStale && privacyKeys.some((name) => before[name] && !wanted[name]);
  if (!isRefused) return { privacy: wanted, isRefused };
  const hiding = privacyKeys.map((name) => [name, before[name] || wanted[name]] as const);
  return { privacy: Object.fromEntries(hiding) as PrivacySettings, isRefused };
}
