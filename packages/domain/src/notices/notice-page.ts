import type { AlertKind } from './alert.ts';

/** What a notice tells. */
interface Told {
  readonly kind: AlertKind;
  /** Of which proposal or agreement, if of one. */
  readonly agreementId?: string | undefined;
}

/** The address of the page on which the reader of a notice goes on. */
export function noticePage({ kind, agreementId }: Told): string {
  if (agreementId !== undefined) return `/agreements/${agreementId}`;
  switch (kind) {
    case 'message':
    case 'message_removed':
    case 'report_decided':
    case 'reported':
      return '/alerts';
    case 'phone_claimed':
    case 'contact_seen_often':
    case 'password_reset':
      return '/account';
    case 'payment_refunded':
      return '/payment';
    default:
      return '/?tab=my';
  }
}
