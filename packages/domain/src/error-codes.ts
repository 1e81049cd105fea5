import type { MessageKey } from './language/messages/messages.ts';

/**
 * Closed list of error codes, each with its HTTP status. The default text of a code is the message `error.<code>`.
 * Codes marked `alarming` are failures of the product and are logged as errors.
 */
export const errorCodes = {
  validation_failed: { status: 400, alarming: false },
  malformed: { status: 400, alarming: false },
  captcha_failed: { status: 400, alarming: false },
  text_needs_review: { status: 400, alarming: false },
  proof_needed: { status: 400, alarming: false },
  unauthenticated: { status: 401, alarming: false },
  credentials_wrong: { status: 401, alarming: false },
  payment_required: { status: 402, alarming: false },
  forbidden: { status: 403, alarming: false },
  account_inactive: { status: 403, alarming: false },
  not_a_match: { status: 403, alarming: false },
  while_impersonating: { status: 403, alarming: false },
  not_found: { status: 404, alarming: false },
  method_not_allowed: { status: 405, alarming: false },
  email_taken: { status: 409, alarming: false },
  phone_taken: { status: 409, alarming: false },
  request_duplicate: { status: 409, alarming: false },
  too_many_requests_active: { status: 409, alarming: false },
  status_step: { status: 409, alarming: false },
  alert_unread: { status: 409, alarming: false },
  payment_pending: { status: 409, alarming: false },
  no_sms_provider: { status: 409, alarming: false },
  no_payment_provider: { status: 409, alarming: false },
  price_changed: { status: 409, alarming: false },
  payment_not_needed: { status: 409, alarming: false },
  not_refundable: { status: 409, alarming: false },
  refund_in_agreement: { status: 409, alarming: false },
  plan_under_way: { status: 409, alarming: false },
  plan_finished: { status: 409, alarming: false },
  not_a_ring: { status: 409, alarming: false },
  request_taken: { status: 409, alarming: false },
  request_in_agreement: { status: 409, alarming: false },
  rules_changed: { status: 409, alarming: false },
  window_closed: { status: 409, alarming: false },
  service_not_stated: { status: 409, alarming: false },
  proposal_exists: { status: 409, alarming: false },
  agreement_over: { status: 409, alarming: false },
  agreement_step: { status: 409, alarming: false },
  order_exists: { status: 409, alarming: false },
  round_under_way: { status: 409, alarming: false },
  round_over: { status: 409, alarming: false },
  season_overlap: { status: 409, alarming: false },
  list_open: { status: 409, alarming: false },
  consent_closed: { status: 409, alarming: false },
  phone_not_proven: { status: 409, alarming: false },
  report_open: { status: 409, alarming: false },
  report_decided: { status: 409, alarming: false },
  last_administrator: { status: 409, alarming: false },
  conflict: { status: 409, alarming: false },
  idempotency_key_reused: { status: 409, alarming: false },
  in_progress: { status: 409, alarming: false },
  changed_meanwhile: { status: 412, alarming: false },
  payment_failed: { status: 400, alarming: false },
  payload_too_large: { status: 413, alarming: false },
  unsupported_media_type: { status: 415, alarming: false },
  posting_limit: { status: 429, alarming: false },
  rate_limited: { status: 429, alarming: false },
  alert_limit: { status: 429, alarming: false },
  proposal_limit: { status: 429, alarming: false },
  message_limit: { status: 429, alarming: false },
  report_limit: { status: 429, alarming: false },
  visitor_limit: { status: 429, alarming: false },
  internal: { status: 500, alarming: true },
  unavailable: { status: 503, alarming: true },
} as const satisfies Record<string, { status: number; alarming: boolean }>;

export type ErrorCode = keyof typeof errorCodes;

/** Returns the message key of the default text of a code. */
export function messageKeyOf(code: ErrorCode): MessageKey {
  return `error.${code}`;
}
