import type { Language } from '@mutual-transfer/domain/language/language';
import type { Values } from '@mutual-transfer/domain/language/messages';
import { messagesIn, namesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { MatchCriterion } from '@mutual-transfer/domain/matching/match';
import type { Names } from '@mutual-transfer/domain/reference/names';
import { blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import type { Criterion } from '@mutual-transfer/matching/score';

/** Returns a criterion as a sentence in the viewer's language, with the names of its place, subject or class level. */
export function criterionSentence(criterion: Criterion, language: Language): string {
  return messagesIn(language)(`criterion.${criterion.kind}`, valuesOf(criterion, namesIn(language)));
}

function valuesOf(criterion: Criterion, names: Names): Values {
  switch (criterion.kind) {
    case 'subject':
      return { subject: names.subject(subjectByCode(criterion.value).name) };
    case 'classRange':
      return { classRange: names.classLevel(criterion.value) };
    case 'postedDistrict':
    case 'wantsDistrict':
      return { district: names.district(districtByCode(criterion.value).name) };
    case 'postedBlock':
    case 'wantsBlock': {
      const { name, districtCode } = blockByCode(criterion.value);
      return { block: names.block(districtByCode(districtCode).name, name) };
    }
    case 'categoryNotStated':
      return {};
  }
}

/** Returns a criterion in machine-readable form: its code, and its value as other fields of the response encode such values. */
export function criterionCode(criterion: Criterion): MatchCriterion {
  if (criterion.kind === 'categoryNotStated') return { code: criterion.kind };
  return { code: criterion.kind, value: wireName(criterion) };
}

function wireName({ kind, value }: Exclude<Criterion, { kind: 'categoryNotStated' }>): string {
  if (kind === 'classRange') return value;
  if (kind === 'subject') return subjectByCode(value).name;
  return kind.endsWith('District') ? districtByCode(value).name : blockByCode(value).name;
}
