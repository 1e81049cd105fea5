import type { Messages } from '@mutual-transfer/domain/messages/english';
import type { InsideTexts, OpenTexts } from './texts/texts.ts';

/** What every reader of one language downloads: the texts of the public list and the names of places. */
export interface Catalogue {
  readonly texts: OpenTexts;
  /** What the other screens say besides; missing until one of them is opened. */
  readonly inside?: InsideCatalogue;
  /** The address of the styles its script needs, if it needs any: its typeface. */
  readonly stylesheet?: string;
  /** The place's name in this language for its English name; `block` needs its district too. */
  readonly district: (name: string) => string;
  readonly block: (district: string, name: string) => string;
}

/** The texts of every screen but the public list, and the sentences about input. */
export interface InsideCatalogue {
  readonly texts: InsideTexts;
  readonly messages: Messages;
}
