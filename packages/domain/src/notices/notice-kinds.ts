import { announcementText } from '../administration/announcement-text.ts';
import { type ImportedRecord, importedRecordText } from '../administration/imported-record.ts';
import type { ReportDecision } from '../administration/report.ts';
import type { ReportReason } from '../administration/report-reasons.ts';
import { READINESS_ASKED_DAYS } from '../agreements/agreement-rules.ts';
import type { EndReason, MovingStep, PortalStep } from '../agreements/agreement-steps.ts';
import { dayText } from '../language/date-time.ts';
import type { Language } from '../language/language.ts';
import type { Messages } from '../language/messages.ts';
import { recordKeys } from '../record-names.ts';
import type { NoticeTopic } from './notice-settings.ts';
import type { SmsOfNotice } from './text-messages.ts';

/** Language of a notice. */
export interface Wording {
  language: Language;
  say: Messages;
  /** Returns the values of `{block}` and `{district}` for the code of a block. */
  namesOf: (block: string) => { block: string; district: string };
  /** Returns the name of a block with its district, or of the district alone. */
  placeName: (place: { district: string; block: string | null }) => string;
}

/** One kind of notice: its page, its rules of delivery, and its text. */
interface KindOfNotice<Content extends object> {
  topic: NoticeTopic;
  /** Page that the notice links to; `:id` is the agreement. */
  page: string;
  /** Sent at once, whatever the quiet hours, because another person may have taken the account. Also sent to `former` contacts. */
  isUrgent?: true;
  /** Sent on every channel that reaches the recipient, whatever they chose. */
  isForced?: true;
  /** Limit of one unread notice of the kind: per recipient, per teacher it is about, or per agreement. Further ones are not created. */
  oneUnreadPer?: 'recipient' | 'teacher' | 'agreement';
  /** The requests that the notice is about may change later. The list of alerts then has `isCurrent`. */
  isAboutRequests?: true;
  /** Registered text that a phone gets. Without it the kind is not sent to phones. */
  sms?: (content: Content) => SmsOfNotice | undefined;
  text: (content: Content, wording: Wording) => string;
}

const MY_REQUESTS = '/?tab=my';
const ALERTS = '/alerts';
const ACCOUNT = '/account';
const AGREEMENT = '/agreements/:id';
const AGREEMENT_MESSAGES = `${AGREEMENT}#messages`;
const SEASON = '/season';

/** `block` is the place where the recipient would move. */
/** A season, with its names in other languages. */
interface OfSeason {
  season: string;
  names?: Readonly<Record<string, string>>;
}

interface OfBlock {
  block: string;
}

interface OfAgreement extends OfBlock {
  agreementId: string;
  length: number;
}

interface DecidedReport {
  decision: ReportDecision;
  words: string;
}

/** Infers the type of an entry's content from its type argument. */
const kind = <Content extends object>(entry: KindOfNotice<Content>) => entry;

/**
 * Every kind of notice. A new kind is one entry here and its sentences; `docs/how-to/add-a-notice.md` has the steps. The content is
 * stored as JSON, so a kind needs no migration. After a change of the content, rows of the last release must still be readable.
 */
export const noticeKinds = {
  message: kind<{ message: string }>({
    topic: 'messages',
    page: ALERTS,
    text: ({ message }) => message,
  }),
  perfect_match: kind<OfBlock>({
    topic: 'matches',
    page: MY_REQUESTS,
    oneUnreadPer: 'teacher',
    isAboutRequests: true,
    text: ({ block }, { say, namesOf }) => say('alert.perfectMatch', namesOf(block)),
  }),
  /** `requests` are those of the ring, the recipient's first. */
  ring: kind<OfBlock & { length: number; requests: readonly string[] }>({
    topic: 'matches',
    page: MY_REQUESTS,
    oneUnreadPer: 'recipient',
    isAboutRequests: true,
    text: ({ block, length }, { say, namesOf }) => say('alert.ring', { ...namesOf(block), length }),
  }),
  request_removed: kind<{ reason: string }>({
    topic: 'requests',
    page: MY_REQUESTS,
    text: ({ reason }, { say }) => say('alert.requestRemoved', { reason }),
  }),
  /** An administrator refused the text of an edit. The request is listed with its former text again. */
  request_text_refused: kind<{ reason: string }>({
    topic: 'requests',
    page: MY_REQUESTS,
    text: ({ reason }, { say }) => say('alert.requestTextRefused', { reason }),
  }),
  /** An administrator released the held text of the recipient's request, which is active again. */
  request_released: kind<object>({
    topic: 'requests',
    page: MY_REQUESTS,
    text: (_content, { say }) => say('alert.requestReleased'),
  }),
  message_removed: kind<{ reason: string }>({
    topic: 'account',
    page: ALERTS,
    text: ({ reason }, { say }) => say('alert.messageRemoved', { reason }),
  }),
  report_decided: kind<DecidedReport>({
    topic: 'account',
    page: ALERTS,
    text: ({ decision, words }, { say }) =>
      say(decision === 'upheld' ? 'alert.reportUpheld' : 'alert.reportDismissed', { words }),
  }),
  /** An administrator answered the recipient's complaint about the site. */
  complaint_answered: kind<DecidedReport & { number: string }>({
    topic: 'account',
    page: ALERTS,
    text: ({ decision, words, number }, { say }) =>
      say(decision === 'upheld' ? 'alert.complaintUpheld' : 'alert.complaintDismissed', { number, words }),
  }),
  reported: kind<DecidedReport & { reason: ReportReason }>({
    topic: 'account',
    page: ALERTS,
    text: ({ decision, words, reason }, { say }) =>
      say(decision === 'upheld' ? 'alert.reportedUpheld' : 'alert.reportedDismissed', {
        reason: say(`report.${reason}`),
        words,
      }),
  }),
  /** Another teacher verified the recipient's phone number with a code and now owns it. */
  phone_claimed: kind<object>({
    topic: 'account',
    page: ACCOUNT,
    isUrgent: true,
    sms: () => 'account',
    text: (_content, { say }) => say('alert.phoneClaimed'),
  }),
  invitation: kind<OfBlock>({
    topic: 'matches',
    page: MY_REQUESTS,
    oneUnreadPer: 'teacher',
    text: ({ block }, { say, namesOf }) => say('alert.invitation', namesOf(block)),
  }),
  proposal: kind<OfAgreement>({
    topic: 'agreements',
    page: AGREEMENT,
    sms: () => 'asked',
    text: ({ block, length }, { say, namesOf }) =>
      say(length === 2 ? 'alert.proposalPair' : 'alert.proposal', { ...namesOf(block), length }),
  }),
  /** A group that was planned with consents. Members who do not object by the deadline have agreed. */
  announced: kind<OfAgreement>({
    topic: 'agreements',
    page: AGREEMENT,
    sms: () => 'announced',
    text: ({ block, length }, { say, namesOf }) =>
      say(length === 2 ? 'alert.announcedPair' : 'alert.announced', { ...namesOf(block), length }),
  }),
  proposal_yes: kind<OfAgreement>({
    topic: 'agreements',
    page: AGREEMENT,
    text: ({ block }, { say, namesOf }) => say('alert.proposalYes', namesOf(block)),
  }),
  agreed: kind<OfAgreement>({
    topic: 'agreements',
    page: AGREEMENT,
    sms: () => 'agreed',
    text: ({ block, length }, { say, namesOf }) =>
      say(length === 2 ? 'alert.agreedPair' : 'alert.agreed', { ...namesOf(block), length }),
  }),
  /** The recipient joined the new school, and their posting is now the place of their seat. */
  moved: kind<OfAgreement>({
    topic: 'agreements',
    page: AGREEMENT,
    text: ({ block }, { say, namesOf }) => say('alert.moved', namesOf(block)),
  }),
  agreement_ended: kind<OfAgreement & { reason: EndReason }>({
    topic: 'agreements',
    page: AGREEMENT,
    text: ({ block, reason }, { say, namesOf }) =>
      say('alert.agreementEnded', { ...namesOf(block), reason: say(`ended.${reason}`) }),
  }),
  agreement_step: kind<OfAgreement & { step: PortalStep }>({
    topic: 'agreements',
    page: AGREEMENT,
    sms: ({ step }) => (step === 'ordered' ? 'ordered' : undefined),
    text: ({ block, step }, { say, namesOf }) =>
      say('alert.agreementStep', { ...namesOf(block), step: say(`step.${step}`) }),
  }),
  /** An administrator changed the agreement. */
  agreement_office: kind<
    OfAgreement & {
      action: 'deadline' | 'ended' | 'ordered' | 'undone' | MovingStep;
      reason: string;
      /** Replaces `reason`, which is in the administrator's language. */
      imported?: ImportedRecord;
    }
  >({
    topic: 'agreements',
    page: AGREEMENT,
    sms: ({ action }) => (action === 'ordered' ? 'ordered' : undefined),
    text: ({ block, action, reason, imported }, wording) =>
      wording.say(`alert.office.${action}`, {
        ...wording.namesOf(block),
        reason: imported === undefined ? reason : importedRecordText(imported, wording),
      }),
  }),
  agreement_message: kind<OfAgreement>({
    topic: 'messages',
    page: AGREEMENT_MESSAGES,
    oneUnreadPer: 'agreement',
    text: ({ block }, { say, namesOf }) => say('alert.agreementMessage', namesOf(block)),
  }),
  /** A round of proposals has begun. It asks the recipient whether they would take a place. */
  readiness_round: kind<object>({
    topic: 'rounds',
    page: MY_REQUESTS,
    oneUnreadPer: 'recipient',
    text: (_content, { say }) => say('alert.readinessRound'),
  }),
  /** The office took the recipient out of a season. */
  taken_out: kind<OfSeason & { reason: string }>({
    topic: 'agreements',
    page: SEASON,
    text: ({ season, names = {}, reason }, { say, language }) =>
      say('alert.takenOut', { season: names[language] ?? season, reason }),
  }),
  /** The office refused the recipient's objection to an announced group. An accepted objection takes them out of the season. */
  objection_refused: kind<{ agreementId: string; text: string }>({
    topic: 'agreements',
    page: AGREEMENT,
    text: ({ text }, { say }) => say('alert.objectionRefused', { text }),
  }),
  /** A season asks for consent before its plan. */
  consent_asked: kind<OfSeason>({
    topic: 'rounds',
    page: SEASON,
    text: ({ season, names = {} }, { say, language }) =>
      say('alert.consentAsked', { season: names[language] ?? season }),
  }),
  readiness_ending: kind<object>({
    topic: 'rounds',
    page: MY_REQUESTS,
    oneUnreadPer: 'recipient',
    text: (_content, { say }) => say('alert.readinessEnding', { days: READINESS_ASKED_DAYS }),
  }),
  /** The recipient must answer until `deadline`, about `hours` after the notice was created. */
  deadline_near: kind<OfAgreement & { hours: number; deadline: string }>({
    topic: 'agreements',
    page: AGREEMENT,
    text: ({ block, hours }, { say, namesOf }) =>
      say(hours > 1 ? 'alert.deadlineTomorrow' : 'alert.deadlineInAnHour', namesOf(block)),
  }),
  /** The request expires at `expiresAt`, in about `days`. The place is the desired one. */
  request_expiring: kind<{
    days: number;
    expiresAt: string;
    district: string;
    block: string | null;
  }>({
    topic: 'requests',
    page: MY_REQUESTS,
    text: ({ days, ...place }, { say, placeName }) =>
      say('alert.requestExpiring', { place: placeName(place), days }),
  }),
  /** The recipient has not signed in for two years. Without a sign-in the account is erased after `erasedOn`, a day in India. */
  account_unused: kind<{ erasedOn: string }>({
    topic: 'account',
    page: ACCOUNT,
    text: ({ erasedOn }, { say, language }) =>
      say('alert.accountUnused', { day: dayText(erasedOn, language) }),
  }),
  /** `viewers` teachers saw the recipient's contact within a day. */
  contact_seen_often: kind<{ viewers: number }>({
    topic: 'account',
    page: ACCOUNT,
    text: ({ viewers }, { say }) => say('alert.contactSeenOften', { viewers }),
  }),
  /** The recipient set a new password with a link in an e-mail or a code to their phone. */
  password_reset: kind<{ by: 'email' | 'sms' }>({
    topic: 'account',
    page: ACCOUNT,
    isUrgent: true,
    sms: () => 'account',
    text: ({ by }, { say }) => say(by === 'sms' ? 'alert.passwordResetByCode' : 'alert.passwordResetByLink'),
  }),
  /** The recipient, or a person who signed in as the recipient, or an office chose a new password. */
  password_changed: kind<{ by: 'owner' | 'office' }>({
    topic: 'account',
    page: ACCOUNT,
    isUrgent: true,
    sms: () => 'account',
    text: ({ by }, { say }) => say(`alert.passwordChanged.${by}`),
  }),
  /** The recipient, or a person who signed in as the recipient, or another administrator removed the second factor. */
  factor_removed: kind<{ by: 'owner' | 'office' }>({
    topic: 'account',
    page: ACCOUNT,
    isUrgent: true,
    sms: () => 'account',
    text: ({ by }, { say }) => say(`alert.factorRemoved.${by}`),
  }),
  /** The contact or the name of the recipient's account changed. */
  contact_changed: kind<{ field: 'email' | 'phone' | 'name'; by: 'owner' | 'office' }>({
    topic: 'account',
    page: ACCOUNT,
    isUrgent: true,
    sms: () => 'account',
    text: ({ field, by }, { say }) => say(`alert.changed.${by}`, { field: say(`alert.changed.${field}`) }),
  }),
  /** An administrator announced something. The texts are by language. */
  announcement: kind<{ announcementId: string; texts: Readonly<Record<string, string>> }>({
    topic: 'account',
    page: ALERTS,
    text: ({ texts }, { language }) => announcementText(texts, language).text,
  }),
  /** Personal data of the recipient leaked. The texts of the administrator are by language. */
  leak: kind<{ texts: Readonly<Record<string, string>> }>({
    topic: 'account',
    page: ALERTS,
    isUrgent: true,
    isForced: true,
    sms: () => 'leak',
    text: ({ texts }, { language }) => announcementText(texts, language).text,
  }),
  /** `amount` is in rupees. */
  payment_refunded: kind<{ amount: number }>({
    topic: 'account',
    page: '/payment',
    text: ({ amount }, { say }) => say('alert.paymentRefunded', { amount }),
  }),
};

export type NoticeKind = keyof typeof noticeKinds;

/** Kinds of notices, as the values of an enumeration of the API. */
export const noticeKindNames = recordKeys(noticeKinds);

type ContentOf<Kind extends NoticeKind> = Parameters<(typeof noticeKinds)[Kind]['text']>[0];

export type NoticeContent = { [Kind in NoticeKind]: { kind: Kind } & ContentOf<Kind> }[NoticeKind];

/** Returns the entry of a kind whose content type is not statically known, such as one read from a row. */
export function kindOfNotice(kind: NoticeKind): KindOfNotice<object> {
  // A row has the content of its kind, because `createNotices` wrote both.
  return noticeKinds[kind] as KindOfNotice<object>;
}

/** Returns the address of the page that a notice links to. */
export function noticePage({
  kind,
  agreementId = '',
}: {
  kind: NoticeKind;
  agreementId?: string | undefined;
}): string {
  return noticeKinds[kind].page.replace(':id', agreementId);
}
