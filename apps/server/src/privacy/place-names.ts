import { allNameTables } from '@mutual-transfer/domain/language/packs/language-packs';
import type { NamedKind } from '@mutual-transfer/domain/reference/names';
import {
  blockByCode,
  districtByCode,
  otherBlockNames,
  otherDistrictNames,
} from '@mutual-transfer/domain/reference/places';
import { otherSubjectNames, subjectByCode } from '@mutual-transfer/domain/reference/subjects';

/** Returns every name of a district, in all languages, including colloquial ones. */
export function districtNames(code: string): string[] {
  const names = [districtByCode(code).name, ...namesOf('districts', code)];
  return joined([...names, ...(otherDistrictNames[code] ?? [])]);
}

/** Returns every name of a block, in all languages, including colloquial ones. */
export function blockNames(code: string): string[] {
  const names = [blockByCode(code).name, ...namesOf('blocks', code)];
  return joined([...names, ...(otherBlockNames[code] ?? [])]);
}

/** Returns every name of a subject, in all languages, including short and colloquial ones. */
export function subjectNamesOf(code: string): string[] {
  return [subjectByCode(code).name, ...namesOf('subjects', code), ...(otherSubjectNames[code] ?? [])];
}

/** Returns the names of a place or subject in every language that has one. */
function namesOf(kind: NamedKind, code: string): string[] {
  return [...allNameTables().values()].flatMap((tables) => tables[kind][code] ?? []);
}

/** Adds to the names with several words a variant without spaces and hyphens: people write `bodhgaya` as often as `bodh gaya`. */
function joined(names: readonly string[]): string[] {
  return [...names, ...names.filter((name) => /[ -]/.test(name)).map((name) => name.replaceAll(/[ -]/g, ''))];
}
