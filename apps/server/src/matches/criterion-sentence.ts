import type { Language } from '@mutual-transfer/domain/language';
import { sentence, type Values } from '@mutual-transfer/domain/messages/sentence';
import { classLevelByCode } from '@mutual-transfer/domain/reference/class-levels';
import { blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';
import { blockNamesInHindi, districtNamesInHindi } from '@mutual-transfer/domain/reference/places-hindi';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { Criterion } from '@mutual-transfer/matching/score';
import { messagesIn } from '../messages-in.ts';

/** A criterion in words, its places, subject or class level named in the reader's language. */
export function criterionSentence(criterion: Criterion, language: Language): string {
  return sentence(messagesIn(language), `criterion.${criterion.kind}`, valuesOf(criterion, language));
}

function valuesOf(criterion: Criterion, language: Language): Values {
  switch (criterion.kind) {
    case 'subject':
      return { subject: inLanguage(subjectByCode(criterion.value), language) };
    case 'classRange':
      return { classRange: inLanguage(classLevelByCode(criterion.value), language) };
    case 'postedDistrict':
    case 'wantsDistrict':
      return { district: placeIn(districtByCode(criterion.value), districtNamesInHindi, language) };
    case 'postedBlock':
    case 'wantsBlock':
      return { block: placeIn(blockByCode(criterion.value), blockNamesInHindi, language) };
    case 'categoryNotStated':
      return {};
  }
}

function inLanguage(thing: { name: string; nameHindi: string }, language: Language): string {
  return language === 'hi' ? thing.nameHindi : thing.name;
}

function placeIn(
  place: { code: string; name: string },
  hindiNames: Readonly<Record<string, string>>,
  language: Language,
): string {
  return language === 'hi' ? (hindiNames[place.code] ?? place.name) : place.name;
}
