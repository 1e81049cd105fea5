import { type Names, type NameTables, namesFrom, type OpenNameTables } from '../../reference/names.ts';
import { allLanguages, type Language, type LanguageEntry, registerLanguage } from '../language.ts';
import type { Messages, MessageTexts } from '../messages/messages.ts';
import { translator } from '../messages/translator.ts';

/** What the files of a language in this folder hold. */
export interface LanguagePack {
  readonly messages: MessageTexts;
  readonly names: NameTables;
}

interface LoadedPack {
  readonly messages: Messages;
  readonly tables: NameTables;
  readonly names: Names;
}

/** Every language whole: for servers and commands. A browser loads the parts of one language instead. */
const packs = new Map<string, LoadedPack>();

for (const language of allLanguages()) keepPack(language, await readPack(language));

/** Adds a language, its sentences and its names while the process runs. */
export function registerLanguagePack(code: string, entry: LanguageEntry, pack: LanguagePack): void {
  registerLanguage(code, entry);
  keepPack(code as Language, pack);
}

/** The sentences about input and outcomes in that language. */
export function messagesIn(language: Language): Messages {
  return packOf(language).messages;
}

/** Names as readers of that language know them. */
export function namesIn(language: Language): Names {
  return packOf(language).names;
}

/** The tables of names of every language, by language. */
export function allNameTables(): ReadonlyMap<string, NameTables> {
  return new Map([...packs].map(([language, { tables }]) => [language, tables]));
}

async function readPack(language: Language): Promise<LanguagePack> {
  // The files of every language have these exports; a test holds them to it.
  const [{ messages }, { names }, { blocks }] = (await Promise.all([
    import(`./${language}/messages.ts`),
    import(`./${language}/names.ts`),
    import(`./${language}/block-names.ts`),
  ])) as [Pick<LanguagePack, 'messages'>, { names: OpenNameTables }, Pick<NameTables, 'blocks'>];
  return { messages, names: { ...names, blocks } };
}

function keepPack(language: Language, { messages, names }: LanguagePack): void {
  packs.set(language, {
    messages: translator(language, messages),
    tables: names,
    names: namesFrom(names),
  });
}

/** @throws {RangeError} for a language without a pack. */
function packOf(language: Language): LoadedPack {
  const pack = packs.get(language);
  if (pack === undefined) throw new RangeError(`${language} has no sentences and names`);
  return pack;
}
