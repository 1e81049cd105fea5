import type { ReportDecision } from '@mutual-transfer/domain/administration/report';
import type { ReportReason } from '@mutual-transfer/domain/administration/report-reasons';
import type { EndReason, PortalStep } from '@mutual-transfer/domain/agreements/agreement-steps';

/** What every notice about a proposal or an agreement says: `block` is where the recipient would move. */
interface OfAgreement {
  readonly agreementId: string;
  readonly block: string;
  readonly length: number;
}

/** What a notice says, by its kind. A new kind is a member here and in `alertKinds`, a case in each `switch` on it, and its texts. */
export type NoticeContent =
  | { readonly kind: 'message'; readonly message: string }
  /** `block`: where the recipient would move. */
  | { readonly kind: 'perfect_match'; readonly block: string }
  | { readonly kind: 'request_removed'; readonly reason: string }
  | { readonly kind: 'message_removed'; readonly reason: string }
  | { readonly kind: 'report_decided'; readonly decision: ReportDecision; readonly words: string }
  | {
      readonly kind: 'reported';
      readonly decision: ReportDecision;
      readonly reason: ReportReason;
      readonly words: string;
    }
  /** Another teacher showed the code that was sent to the recipient's phone number, which is theirs now. */
  | { readonly kind: 'phone_claimed' }
  | {
      readonly kind: 'ring';
      readonly block: string;
      readonly length: number;
      /** Those of the ring, the recipient's first. */
      readonly requests: readonly string[];
    }
  | { readonly kind: 'invitation'; readonly block: string }
  | (OfAgreement & { readonly kind: 'proposal' })
  | (OfAgreement & { readonly kind: 'proposal_yes' })
  | (OfAgreement & { readonly kind: 'agreed' })
  | (OfAgreement & { readonly kind: 'agreement_message' })
  | (OfAgreement & { readonly kind: 'agreement_ended'; readonly reason: EndReason })
  | (OfAgreement & { readonly kind: 'agreement_step'; readonly step: PortalStep })
  /** Whether the recipient takes the place if it comes: a round has begun, or what they said ends soon. */
  | { readonly kind: 'readiness_round' }
  | { readonly kind: 'readiness_ending' }
  /** An answer of the recipient is awaited, until `deadline`, which is about so many hours away. */
  | (OfAgreement & { readonly kind: 'deadline_near'; readonly hours: number; readonly deadline: string })
  /** The request that the notice is about leaves the lists at `expiresAt`, in about so many days; `block` is where it asks to go. */
  | {
      readonly kind: 'request_expiring';
      readonly days: number;
      readonly expiresAt: string;
      readonly district: string;
      readonly block: string | null;
    }
  /** The recipient's password was forgotten and chosen anew, by a link in an e-mail or a code to their phone. */
  | { readonly kind: 'password_reset'; readonly by: 'email' | 'sms' }
  /** The recipient's payment went back, in rupees. */
  | { readonly kind: 'payment_refunded'; readonly amount: number }
  /** So many teachers saw the recipient's contact within a day. */
  | { readonly kind: 'contact_seen_often'; readonly viewers: number };

/** A notice that is to be created. */
export interface NewNotice {
  readonly recipientId: string;
  readonly content: NoticeContent;
  /** The teacher who speaks; without one the product does. */
  readonly senderId?: string;
  /** The recipient's request it is about. */
  readonly requestId?: string | null;
  /** Whose request or act brought it about. At most one notice of a kind tells a recipient of one such request. */
  readonly about?: { readonly userId: string; readonly requestId: string | null };
}
