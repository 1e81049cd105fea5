import type {
  TextKey as KeyOf,
  MessageTexts,
  TextsLike,
  Translator,
} from '@mutual-transfer/domain/language/messages';

import type { NamesByCode, OpenNameTables } from '@mutual-transfer/domain/reference/names';
import type { texts as administrator } from './en-administrator.ts';
import type { texts as member } from './en-member.ts';
import type { texts as operator } from './en-operator.ts';
import type { texts as record } from './en-record.ts';
import type { texts as visitor } from './en-visitor.ts';

/** The texts of one catalogue in any language. */
export type VisitorTexts = TextsLike<typeof visitor>;
export type MemberTexts = TextsLike<typeof member>;
export type AdministratorTexts = TextsLike<typeof administrator>;
export type OperatorTexts = TextsLike<typeof operator>;
export type RecordTexts = TextsLike<typeof record>;

/**
 * The catalogues that only some pages load; `visitor` comes with every page. Each language has a file for each, `<code>-<part>.ts`.
 * `operator` holds the pages about who runs the site, `record` the labels of the data export. `blocks` holds the names of blocks and is missing for languages that use their English names.
 */
export const textParts = ['member', 'administrator', 'operator', 'record', 'blocks'] as const;

export type TextPart = (typeof textParts)[number];

/** Content of a file `<code>-visitor.ts` of this folder, which every page loads. */
export interface VisitorCatalogue {
  texts: VisitorTexts;
  messages: Partial<MessageTexts>;
  names: OpenNameTables;
}

/** Content of a file that only some pages load: texts with the domain's messages that their screens show, or the names of blocks. */
export interface LaterCatalogue {
  texts?: object;
  messages?: Partial<MessageTexts>;
  blocks?: NamesByCode;
}

/** Key of a text, such as `browse.title`. */
export type TextKey = KeyOf<
  typeof visitor & typeof member & typeof administrator & typeof operator & typeof record
>;

export type Translate = Translator<TextKey>;
