import { READINESS_ASKED_DAYS } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn, namesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { AlertKind } from '@mutual-transfer/domain/notices/alert';
import { blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';
import type { NoticeContent } from './notice.ts';

/** The columns of a stored notice that its text is made of. */
export interface NoticeRow {
  readonly kind: AlertKind;
  readonly message: string | null;
  readonly details: object | null;
}

/** What a notice says: a teacher's own words, or what the product tells, in the reader's language. */
export function noticeText({ kind, message, details }: NoticeRow, language: Language): string {
  if (message !== null) return message;
  // `createNotices` alone writes the details, as `NoticeContent` has them.
  const content = { kind, ...details } as NoticeContent;
  const say = messagesIn(language);
  switch (content.kind) {
    case 'message':
      return content.message;
    case 'perfect_match':
      return say('alert.perfectMatch', placeIn(language, content.block));
    case 'request_removed':
      return say('alert.requestRemoved', { reason: content.reason });
    case 'message_removed':
      return say('alert.messageRemoved', { reason: content.reason });
    case 'report_decided':
    case 'reported':
      return reportText(content, language);
    case 'phone_claimed':
      return say('alert.phoneClaimed');
    case 'ring':
      return say('alert.ring', {
        ...placeIn(language, content.block),
        length: content.length,
      });
    case 'invitation':
      return say('alert.invitation', placeIn(language, content.block));
    case 'readiness_round':
      return say('alert.readinessRound');
    case 'readiness_ending':
      return say('alert.readinessEnding', { days: READINESS_ASKED_DAYS });
    case 'request_expiring':
      return say('alert.requestExpiring', { place: placeName(language, content), days: content.days });
    case 'contact_seen_often':
      return say('alert.contactSeenOften', { viewers: content.viewers });
    case 'password_reset':
      return say(content.by === 'sms' ? 'alert.passwordResetByCode' : 'alert.passwordResetByLink');
    case 'payment_refunded':
      return say('alert.paymentRefunded', { amount: content.amount });
    case 'proposal':
    case 'proposal_yes':
    case 'agreed':
    case 'agreement_message':
    case 'agreement_ended':
    case 'agreement_step':
    case 'deadline_near':
      return agreementText(content, language);
  }
}

function agreementText(content: Extract<NoticeContent, { agreementId: string }>, language: Language): string {
  const say = messagesIn(language);
  const place = placeIn(language, content.block);
  switch (content.kind) {
    case 'proposal':
      return say('alert.proposal', { ...place, length: content.length });
    case 'proposal_yes':
      return say('alert.proposalYes', place);
    case 'agreed':
      return say('alert.agreed', { ...place, length: content.length });
    case 'agreement_message':
      return say('alert.agreementMessage', place);
    case 'agreement_ended':
      return say('alert.agreementEnded', { ...place, reason: say(`ended.${content.reason}`) });
    case 'agreement_step':
      return say('alert.agreementStep', { ...place, step: say(`step.${content.step}`) });
    case 'deadline_near':
      return say(content.hours > 1 ? 'alert.deadlineTomorrow' : 'alert.deadlineInAnHour', place);
  }
}

function reportText(
  content: Extract<NoticeContent, { kind: 'report_decided' | 'reported' }>,
  language: Language,
): string {
  const say = messagesIn(language);
  const { decision, words } = content;
  if (content.kind === 'report_decided')
    return say(decision === 'upheld' ? 'alert.reportUpheld' : 'alert.reportDismissed', { words });
  const reason = say(`report.${content.reason}`);
  return say(decision === 'upheld' ? 'alert.reportedUpheld' : 'alert.reportedDismissed', { reason, words });
}

/** A block with its district, or a district where any block of it is asked for. */
function placeName(
  language: Language,
  { district, block }: { district: string; block: string | null },
): string {
  if (block === null) return namesIn(language).district(districtByCode(district).name);
  const names = placeIn(language, block);
  return `${names.block}, ${names.district}`;
}

function placeIn(language: Language, blockCode: string): { block: string; district: string } {
  const block = blockByCode(blockCode);
  const district = districtByCode(block.districtCode).name;
  const names = namesIn(language);
  return { block: names.block(district, block.name), district: names.district(district) };
}
