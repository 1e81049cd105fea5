import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn, namesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { kindOfNotice, type NoticeKind, type Wording } from '@mutual-transfer/domain/notices/notice-kinds';
import { blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';

/** Columns of a stored notice that determine its text. */
export interface NoticeRow {
  readonly kind: NoticeKind;
  readonly message: string | null;
  readonly details: object | null;
}

/** Returns the text of a notice in the reader's language. Messages of teachers are not translated. */
export function noticeText({ kind, message, details }: NoticeRow, language: Language): string {
  return message ?? kindOfNotice(kind).text(details ?? {}, wordingIn(language));
}

function wordingIn(language: Language): Wording {
  const names = namesIn(language);
  const namesOf = (code: string) => {
    const block = blockByCode(code);
    const district = districtByCode(block.districtCode).name;
    return { block: names.block(district, block.name), district: names.district(district) };
  };
  return {
    language,
    say: messagesIn(language),
    namesOf,
    placeName: ({ district, block }) => {
      if (block === null) return names.district(districtByCode(district).name);
      const place = namesOf(block);
      return `${place.block}, ${place.district}`;
    },
  };
}
