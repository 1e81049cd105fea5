import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn, namesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { placeOfBlock } from '../places/place-of-block.ts';
import type { Shared, SoughtTeacher } from './share-code.ts';

/** Title and lines of a shared link in one language. They contain only places, subjects and class levels. */
export interface ShareWords {
  readonly title: string;
  readonly lines: readonly string[];
}

export function wordsOf(shared: Shared, language: Language): ShareWords {
  const say = messagesIn(language);
  if (shared.kind === 'missing') return wordsOfSought(shared.sought, language);
  return {
    title: say('share.invitation.title'),
    lines: [say('share.invitation.one'), say('share.invitation.two')],
  };
}

function wordsOfSought(sought: SoughtTeacher, language: Language): ShareWords {
  const say = messagesIn(language);
  const names = namesIn(language);
  const place = (code: string) => {
    const { district, block } = placeOfBlock(code);
    return `${names.block(district, block)}, ${names.district(district)}`;
  };
  const subject = names.subject(subjectByCode(sought.subject).name);
  const level = names.classLevel(sought.classRange);
  const isPair = sought.length === 2;
  return {
    title: say('share.missing.title'),
    lines: [
      `${subject}, ${level}`,
      say('share.missing.from', { place: place(sought.from) }),
      say('share.missing.to', { place: place(sought.to) }),
      isPair ? say('share.missing.pair') : say('share.missing.ring', { length: sought.length }),
    ],
  };
}

/** Returns the fields of a registration as the missing teacher would fill them in. */
export function registrationFieldsOf(shared: Shared): Record<string, string> {
  if (shared.kind !== 'missing') return {};
  const { from, to, subject, classRange } = shared.sought;
  const [posting, wish] = [placeOfBlock(from), placeOfBlock(to)];
  return {
    district: posting.district,
    postingBlock: posting.block,
    desiredDistrict: wish.district,
    desiredBlock: wish.block,
    subject: subjectByCode(subject).name,
    classRange,
  };
}
