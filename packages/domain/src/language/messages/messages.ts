import type { agreementMessages } from '../packs/en/agreement-messages.ts';
import type { auditMessages } from '../packs/en/audit-messages.ts';
import type { inputMessages } from '../packs/en/input-messages.ts';
import type { messages } from '../packs/en/messages.ts';
import type { noticeMessages } from '../packs/en/notice-messages.ts';
import type { reportMessages } from '../packs/en/report-messages.ts';
import type { seasonMessages } from '../packs/en/season-messages.ts';
import type { shareMessages } from '../packs/en/share-messages.ts';
import type { TextKey, TextsLike, Translator } from './translator.ts';

/** Texts about input and outcomes in one language, by key. */
export type MessageTexts = TextsLike<typeof messages>;

/** Texts about input, which forms download. */
export type InputMessageTexts = TextsLike<typeof inputMessages>;

/** Texts about the end and progress of agreements. */
export type AgreementMessageTexts = TextsLike<typeof agreementMessages>;

export type AuditMessageTexts = TextsLike<typeof auditMessages>;

/** Texts of messages that leave the product. */
export type NoticeMessageTexts = TextsLike<typeof noticeMessages>;

export type ReportMessageTexts = TextsLike<typeof reportMessages>;

/** Texts about consent for a season and its results. */
export type SeasonMessageTexts = TextsLike<typeof seasonMessages>;

export type ShareMessageTexts = TextsLike<typeof shareMessages>;

export type MessageKey = TextKey<typeof messages>;

/** Translator of texts about input and outcomes. */
export type Messages = Translator<MessageKey>;
