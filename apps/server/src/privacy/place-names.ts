import { allNameTables } from '@mutual-transfer/domain/language/packs/language-packs';
import type { NamedKind } from '@mutual-transfer/domain/reference/names';
import {
  blockByCode,
  districtByCode,
  otherBlockNames,
  otherDistrictNames,
} from '@mutual-transfer/domain/reference/places';

/** Every name of a district, in any language, and those people use. */
export function districtNames(code: string): string[] {
  const names = [districtByCode(code).name, ...namesOf('districts', code)];
  return joined([...names, ...(otherDistrictNames[code] ?? [])]);
}

/** Every name of a block, in any language, and those people use. */
export function blockNames(code: string): string[] {
  const names = [blockByCode(code).name, ...namesOf('blocks', code)];
  return joined([...names, ...(otherBlockNames[code] ?? [])]);
}

/** The names of a thing in every language that has one. */
export function namesOf(kind: NamedKind, code: string): string[] {
  return [...allNameTables().values()].flatMap((tables) => tables[kind][code] ?? []);
}

/** Names, and those of several words as one too: `bodhgaya` is written as often as `bodh gaya`. */
function joined(names: readonly string[]): string[] {
  return [...names, ...names.filter((name) => /[ -]/.test(name)).map((name) => name.replaceAll(/[ -]/g, ''))];
}
