import type { MessageTexts } from '@mutual-transfer/domain/language/messages/messages';
import type {
  TextKey as KeyOf,
  TextsLike,
  Translator,
} from '@mutual-transfer/domain/language/messages/translator';
import type { NamesByCode, OpenNameTables } from '@mutual-transfer/domain/reference/names';
import type { texts as admin } from './en-admin.ts';
import type { texts as agreements } from './en-agreements.ts';
import type { texts as inside } from './en-inside.ts';
import type { texts as notices } from './en-notices.ts';
import type { texts as offline } from './en-offline.ts';
import type { texts as open } from './en-open.ts';
import type { texts as reports } from './en-reports.ts';
import type { texts as teacher } from './en-teacher.ts';
import type { texts as where } from './en-where.ts';

/** The texts of one part in any language. `open` is what every visitor downloads: the public list and the frame. */
export type OpenTexts = TextsLike<typeof open>;
export type InsideTexts = TextsLike<typeof inside>;
export type TeacherTexts = TextsLike<typeof teacher>;
export type AgreementTexts = TextsLike<typeof agreements>;
export type NoticeTexts = TextsLike<typeof notices>;
export type OfflineTexts = TextsLike<typeof offline>;
export type ReportTexts = TextsLike<typeof reports>;
export type WhereTexts = TextsLike<typeof where>;
export type AdminTexts = TextsLike<typeof admin>;

/** What a file `…-open.ts` of this folder holds. */
export interface OpenPart {
  readonly texts: OpenTexts;
  readonly names: OpenNameTables;
}

/** What the file of another part holds: texts of screens and those sentences of the domain that they say, or the names of blocks. */
export interface LaterPart {
  readonly texts?: object;
  readonly messages?: Partial<MessageTexts>;
  readonly blocks?: NamesByCode;
}

/** The key of a text of the screens, as `browse.title`. */
export type TextKey = KeyOf<
  typeof open &
    typeof inside &
    typeof teacher &
    typeof agreements &
    typeof reports &
    typeof notices &
    typeof offline &
    typeof where &
    typeof admin
>;

export type Translate = Translator<TextKey>;
