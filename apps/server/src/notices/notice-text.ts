import type { AlertKind } from '@mutual-transfer/domain/alert';
import type { Language } from '@mutual-transfer/domain/language';
import { messagesIn, namesIn } from '@mutual-transfer/domain/languages/language-packs';
import { blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';
import type { NoticeContent } from './notice.ts';

/** The columns of a stored notice that its text is made of. */
export interface NoticeRow {
  readonly kind: AlertKind;
  readonly message: string | null;
  readonly details: object | null;
}

/** What a notice says: a teacher's own words, or what the product tells, in the reader's language. */
export function noticeText({ kind, message, details }: NoticeRow, language: Language): string {
  if (message !== null) return message;
  // `createNotices` alone writes the details, as `NoticeContent` has them.
  const content = { kind, ...details } as NoticeContent;
  const say = messagesIn(language);
  switch (content.kind) {
    case 'message':
      return content.message;
    case 'perfect_match':
      return say('alert.perfectMatch', placeIn(language, content.block));
    case 'ring':
      return say('alert.ring', {
        ...placeIn(language, content.block),
        length: content.length,
      });
  }
}

function placeIn(language: Language, blockCode: string): { block: string; district: string } {
  const block = blockByCode(blockCode);
  const district = districtByCode(block.districtCode).name;
  const names = namesIn(language);
  return { block: names.block(district, block.name), district: names.district(district) };
}
