import { allLanguages, type Language } from '../language/language.ts';
import type { MessageKey } from '../language/messages.ts';

/** Kinds of SMS. India's operators deliver only registered texts, one for each kind and language. */
export const smsKinds = ['code', 'asked', 'announced', 'agreed', 'ordered', 'account', 'leak'] as const;
export type SmsKind = (typeof smsKinds)[number];

/** Kinds of SMS that tell of a notice. */
export type SmsOfNotice = Exclude<SmsKind, 'code'>;

/** The one variable of each text, and its type at the operators (TRAI, November 2025). */
export const smsVariables = {
  code: { name: 'code', type: 'numeric' },
  asked: { name: 'link', type: 'url' },
  announced: { name: 'link', type: 'url' },
  agreed: { name: 'link', type: 'url' },
  ordered: { name: 'link', type: 'url' },
  account: { name: 'link', type: 'url' },
  leak: { name: 'link', type: 'url' },
} as const satisfies Record<SmsKind, { name: string; type: string }>;

/** Sentence of each kind, in which the variable is in braces. */
export const smsSentences = {
  code: 'sms.code',
  asked: 'sms.asked',
  announced: 'sms.announced',
  agreed: 'sms.agreed',
  ordered: 'sms.ordered',
  account: 'sms.account',
  leak: 'sms.leak',
} as const satisfies Record<SmsKind, MessageKey>;

/** Name of a kind in a language, as in the setting `SMS_TEMPLATES`. */
export type SmsName = `${SmsKind}.${Language}`;

export function smsNames(): SmsName[] {
  return smsKinds.flatMap((kind) => allLanguages().map((language): SmsName => `${kind}.${language}`));
}
