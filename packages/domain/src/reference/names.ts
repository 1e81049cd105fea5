import { subjectByName } from './subjects.ts';
import { categories, classLevels } from './teaching.ts';

/** Names in one language, by the code of a place, subject, category or class level. */
export type NamesByCode = Readonly<Record<string, string>>;

/** Names of one language by code. Without an entry the English name is shown. */
export interface NameTables {
  /** Short names of districts for small map tiles, made of whole words, with U+200B where a line may break. */
  tiles?: NamesByCode;
  districts: NamesByCode;
  blocks: NamesByCode;
  subjects: NamesByCode;
  classLevels: NamesByCode;
  categories: NamesByCode;
}

/** Names used on every screen. The names of the 534 blocks are separate, because a public list needs few of them. */
export type OpenNameTables = Omit<NameTables, 'blocks'>;

/** Kinds of things that have names in every language. */
export type NamedKind = Exclude<keyof NameTables, 'tiles'>;

/** Look-ups of names in one language: places and subjects by their English names, the others by their codes. */
export interface Names {
  district: (name: string) => string;
  /** Short name of a district for a map tile, or undefined if the language has no table of them. */
  tile: (name: string) => string | undefined;
  /** Name of a block. Takes the district too, because names of blocks repeat. */
  block: (district: string, name: string) => string;
  subject: (name: string) => string;
  classLevel: (code: string) => string;
  category: (code: string) => string;
}

/** Returns the look-ups of these tables. An unknown name is returned unchanged, because names can come from URLs. */
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
 * Returns the code of a place: its name in lower case with hyphens. `blockIn` puts the code of the district before it
 * if the name repeats. Computed, so that readers download no table of codes.
 */
function codeOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

function blockIn(blocks: NamesByCode, district: string, name: string): string | undefined {
  const code = codeOf(name);
  return own(blocks, `${codeOf(district)}-${code}`) ?? own(blocks, code);
}

/** Ignores inherited properties such as `constructor`. */
function own(names: NamesByCode, code: string): string | undefined {
  return Object.hasOwn(names, code) ? names[code] : undefined;
}

function nameOf(list: readonly { code: string; name: string }[], code: string): string {
  return list.find((candidate) => candidate.code === code)?.name ?? code;
}
