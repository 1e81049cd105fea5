import type { agreementMessages } from '../packs/en/agreement-messages.ts';
import type { inputMessages } from '../packs/en/input-messages.ts';
import type { messages } from '../packs/en/messages.ts';
import type { noticeMessages } from '../packs/en/notice-messages.ts';
import type { reportMessages } from '../packs/en/report-messages.ts';
import type { shareMessages } from '../packs/en/share-messages.ts';
import type { TextKey, TextsLike, Translator } from './translator.ts';

/** The sentences about input and outcomes of one language, by key. */
export type MessageTexts = TextsLike<typeof messages>;

/** Those about what is typed, which forms download. */
export type InputMessageTexts = TextsLike<typeof inputMessages>;

/** Those about how agreements end and proceed. */
export type AgreementMessageTexts = TextsLike<typeof agreementMessages>;

/** Those in messages that leave the product. */
export type NoticeMessageTexts = TextsLike<typeof noticeMessages>;

/** Those about why teachers are reported. */
export type ReportMessageTexts = TextsLike<typeof reportMessages>;

/** What shared links say. */
export type ShareMessageTexts = TextsLike<typeof shareMessages>;

export type MessageKey = TextKey<typeof messages>;

/** Says the sentences about input and outcomes in one language. */
export type Messages = Translator<MessageKey>;
