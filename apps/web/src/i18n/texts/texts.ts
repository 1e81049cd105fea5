import type { MessageTexts } from '@mutual-transfer/domain/messages/messages';
import type { TextKey as KeyOf, TextsLike, Translator } from '@mutual-transfer/domain/messages/translator';
import type { NameTables } from '@mutual-transfer/domain/names';
import type { texts as inside } from './en-inside.ts';
import type { texts as open } from './en-open.ts';

/** The texts of the public list, which every visitor downloads, in any language. */
export type OpenTexts = TextsLike<typeof open>;

/** The texts of every other screen, in any language. */
export type InsideTexts = TextsLike<typeof inside>;

/** What a file `…-open.ts` of this folder holds: what every visitor of one language downloads. */
export interface OpenPart {
  readonly texts: OpenTexts;
  readonly names: NameTables;
  /** The address of the styles its script needs, if it needs any: its typeface. */
  readonly stylesheet?: string;
}

/** What a file `…-inside.ts` holds: what the other screens say besides, and the sentences about input. */
export interface InsidePart {
  readonly texts: InsideTexts;
  readonly messages: MessageTexts;
}

/** The key of a text of the screens, as `browse.title`. */
export type TextKey = KeyOf<typeof open & typeof inside>;

export type Translate = Translator<TextKey>;
