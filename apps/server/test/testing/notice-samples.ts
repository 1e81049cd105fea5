import type { NoticeContent, NoticeKind } from '@mutual-transfer/domain/notices/notice-kinds';

const ofAgreement = { agreementId: '019a0000-0000-7000-8000-000000000000', block: 'danapur', length: 4 };

/** One notice of every kind, as its producer creates it. */
export const noticeSamples: { readonly [Kind in NoticeKind]: Extract<NoticeContent, { kind: Kind }> } = {
  message: { kind: 'message', message: 'Shall we swap?' },
  request_removed: { kind: 'request_removed', reason: 'It asked for money.' },
  request_text_refused: { kind: 'request_text_refused', reason: 'It asked for money.' },
  request_released: { kind: 'request_released' },
  message_removed: { kind: 'message_removed', reason: 'It asked for money.' },
  report_decided: { kind: 'report_decided', decision: 'upheld', words: 'It was so.' },
  reported: { kind: 'reported', decision: 'dismissed', reason: 'money', words: 'It was not so.' },
  phone_claimed: { kind: 'phone_claimed' },
  perfect_match: { kind: 'perfect_match', block: 'danapur' },
  ring: { kind: 'ring', block: 'danapur', length: 4, requests: [] },
  invitation: { kind: 'invitation', block: 'danapur' },
  proposal: { kind: 'proposal', ...ofAgreement },
  proposal_yes: { kind: 'proposal_yes', ...ofAgreement },
  announced: { kind: 'announced', ...ofAgreement },
  objection_refused: {
    kind: 'objection_refused',
    agreementId: ofAgreement.agreementId,
    text: 'The facts are right.',
  },
  taken_out: { kind: 'taken_out', season: 'Winter 2026', reason: 'A proceeding is open.' },
  consent_asked: { kind: 'consent_asked', season: 'Winter 2026' },
  agreed: { kind: 'agreed', ...ofAgreement },
  moved: { kind: 'moved', ...ofAgreement },
  agreement_ended: { kind: 'agreement_ended', ...ofAgreement, reason: 'refused' },
  agreement_step: { kind: 'agreement_step', ...ofAgreement, step: 'otp' },
  agreement_office: {
    kind: 'agreement_office',
    ...ofAgreement,
    action: 'deadline',
    reason: 'The office was closed.',
  },
  agreement_message: { kind: 'agreement_message', ...ofAgreement },
  readiness_round: { kind: 'readiness_round' },
  readiness_ending: { kind: 'readiness_ending' },
  deadline_near: { kind: 'deadline_near', ...ofAgreement, hours: 24, deadline: '2026-06-16T06:30:00.000Z' },
  request_expiring: {
    kind: 'request_expiring',
    days: 14,
    expiresAt: '2026-06-29T06:30:00.000Z',
    district: 'patna',
    block: null,
  },
  contact_seen_often: { kind: 'contact_seen_often', viewers: 12 },
  password_reset: { kind: 'password_reset', by: 'sms' },
  password_changed: { kind: 'password_changed', by: 'owner' },
  contact_changed: { kind: 'contact_changed', field: 'phone', by: 'office' },
  announcement: {
    kind: 'announcement',
    announcementId: '01980000-0000-7000-8000-000000000009',
    texts: { en: 'The list closes on Friday.', hi: 'सूची शुक्रवार को बंद होगी।' },
  },
  payment_refunded: { kind: 'payment_refunded', amount: 20 },
};
