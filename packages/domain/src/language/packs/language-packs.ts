import { type Names, type NameTables, namesFrom, type OpenNameTables } from '../../reference/names.ts';
import { allLanguages, type Language, type LanguageEntry, registerLanguage } from '../language.ts';
import { type Messages, type MessageTexts, translator } from '../messages.ts';

/** Exports of the files of a language in this folder. */
export interface LanguagePack {
  messages: MessageTexts;
  names: NameTables;
}

interface LoadedPack {
  messages: Messages;
  tables: NameTables;
  names: Names;
}

/** Complete packs of every language, for servers and commands. A browser loads only the needed parts of one language. */
const packs = new Map<string, LoadedPack>();

for (const language of allLanguages()) cachePack(language, await readPack(language));

/** Adds a language with its texts and names at run time. */
export function registerLanguagePack(code: string, entry: LanguageEntry, pack: LanguagePack): void {
  registerLanguage(code, entry);
  // The line above added it to the languages.
  cachePack(code as Language, pack);
}

/** Returns the texts about input and outcomes in a language. */
export function messagesIn(language: Language): Messages {
  return packOf(language).messages;
}

/** Returns the names of places and subjects in a language. */
export function namesIn(language: Language): Names {
  return packOf(language).names;
}

/** Returns the tables of names by language. */
export function allNameTables(): ReadonlyMap<string, NameTables> {
  return new Map([...packs].map(([language, { tables }]) => [language, tables]));
}

async function readPack(language: Language): Promise<LanguagePack> {
  // The files of every language have these exports, as a test checks.
  const [{ messages }, { names }, { blocks }] = (await Promise.all([
    import(`./${language}/messages.ts`),
    import(`./${language}/names.ts`),
    import(`./${language}/block-names.ts`),
  ])) as [Pick<LanguagePack, 'messages'>, { names: OpenNameTables }, Pick<NameTables, 'blocks'>];
  return { messages, names: { ...names, blocks } };
}

function cachePack(language: Language, { messages, names }: LanguagePack): void {
  packs.set(language, {
    messages: translator(language, messages),
    tables: names,
    names: namesFrom(names),
  });
}

/**
 * Returns the pack of a language.
 * @throws {RangeError} if the language has none.
 */
function packOf(language: Language): LoadedPack {
  const pack = packs.get(language);
  if (pack === undefined) throw new RangeError(`${language} has no sentences and names`);
  return pack;
}
