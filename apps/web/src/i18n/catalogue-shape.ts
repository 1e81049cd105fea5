import type { Messages } from '@mutual-transfer/domain/messages/english';
import type { Texts } from './english.ts';

/** Everything a reader of one language reads: texts of screens, sentences about input, names of places. */
export interface Catalogue {
  readonly texts: Texts;
  readonly messages: Messages;
  /** The address of the styles its script needs, if it needs any: its typeface. */
  readonly stylesheet?: string;
  /** The place's name in this language for its English name; `block` needs its district too. */
  readonly district: (name: string) => string;
  readonly block: (district: string, name: string) => string;
}
