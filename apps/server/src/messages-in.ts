import type { Language } from '@mutual-transfer/domain/language';
import { english, type Messages } from '@mutual-transfer/domain/messages/english';
import { hindi } from '@mutual-transfer/domain/messages/hindi';

const byLanguage: Readonly<Record<Language, Messages>> = { en: english, hi: hindi };

/** Every sentence of the product in that language. */
export function messagesIn(language: Language): Messages {
  return byLanguage[language];
}
