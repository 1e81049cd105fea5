import type { messages } from '../languages/en/messages.ts';
import type { TextKey, TextsLike, Translator } from './translator.ts';

/** The sentences about input and outcomes of one language, by key. */
export type MessageTexts = TextsLike<typeof messages>;

export type MessageKey = TextKey<typeof messages>;

/** Says the sentences about input and outcomes in one language. */
export type Messages = Translator<MessageKey>;
