import { categories } from './categories.ts';
import { classLevels } from './class-levels.ts';
import { subjectByName } from './subjects.ts';

/** Names in one language, by the code of a place, subject, category or class level. */
export type NamesByCode = Readonly<Record<string, string>>;

/** The names of one language by code; what has none is shown by its English name. */
export interface NameTables {
  /** Names of districts for a small tile, where the whole ones are too long: of whole words, with U+200B where a line may break. */
  readonly tiles?: NamesByCode;
  readonly districts: NamesByCode;
  readonly blocks: NamesByCode;
  readonly subjects: NamesByCode;
  readonly classLevels: NamesByCode;
  readonly categories: NamesByCode;
}

/** What every screen names; the 534 blocks are more than a public list says, and come apart. */
export type OpenNameTables = Omit<NameTables, 'blocks'>;

/** What has a name in every language. */
export type NamedKind = Exclude<keyof NameTables, 'tiles'>;

/** Names as readers of one language know them: places and subjects for their English names, the others for their codes. */
export interface Names {
  readonly district: (name: string) => string;
  /** As a small tile shows a district; undefined where the language has no table of them. */
  readonly tile: (name: string) => string | undefined;
  /** Names of blocks repeat, so that its district is told too. */
  readonly block: (district: string, name: string) => string;
  readonly subject: (name: string) => string;
  readonly classLevel: (code: string) => string;
  readonly category: (code: string) => string;
}

/** What is in no table is given back as it came: names come from addresses too. */
export function namesFrom(tables: NameTables): Names {
  return {
    district: (name) => own(tables.districts, codeOf(name)) ?? name,
    tile: (name) => tables.tiles && (own(tables.tiles, codeOf(name)) ?? own(tables.districts, codeOf(name))),
    block: (district, name) => blockIn(tables.blocks, district, name) ?? name,
    subject: (name) => own(tables.subjects, subjectByName(name)?.code ?? '') ?? name,
    classLevel: (code) => own(tables.classLevels, code) ?? nameOf(classLevels, code),
    category: (code) => own(tables.categories, code) ?? nameOf(categories, code),
  };
}

/**
 * A place's code is its name in small letters, a block's after its district's where other districts have a block of that
 * name, so that readers download no table of codes.
 */
function codeOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

function blockIn(blocks: NamesByCode, district: string, name: string): string | undefined {
  const code = codeOf(name);
  return own(blocks, `${codeOf(district)}-${code}`) ?? own(blocks, code);
}

/** What every object has is not taken for a name. */
function own(names: NamesByCode, code: string): string | undefined {
  return Object.hasOwn(names, code) ? names[code] : undefined;
}

function nameOf(list: readonly { readonly code: string; readonly name: string }[], code: string): string {
  return list.find((candidate) => candidate.code === code)?.name ?? code;
}
