import { SEARCH_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { useSearchParams } from 'react-router';
import { useSearchChange } from '../navigation/use-search-change.ts';

/** The parts of the Admin Panel as they stand in the address; the first is shown without a name. */
export const sections = [
  'overview',
  'plan',
  'rounds',
  'rules',
  'users',
  'reports',
  'texts',
  'contacts',
  'undelivered',
  'paid',
  'settings',
  'audit',
] as const;

export type Section = (typeof sections)[number];

/** A section, or the page of one teacher, which only links lead to. */
export function sectionOf(parameters: URLSearchParams): Section | 'person' {
  const named = parameters.get('section');
  return ([...sections, 'person'] as const).find((section) => section === named) ?? sections[0];
}

/** The address's query of a section, as it is first opened. */
export function sectionSearch(section: Section): string {
  return section === sections[0] ? '' : `?section=${section}`;
}

/** The address's query of one teacher's page. */
export function personSearch(id: string): string {
  return `?section=person&person=${encodeURIComponent(id)}`;
}

/** Address parameters of a list and its page size. */
interface ListNames {
  readonly words: readonly string[];
  readonly pages: readonly string[];
  readonly limit: number;
}

/** What of an address's query goes to the API for a list: words that are there, and pages that are numbers. */
export function listQuery(parameters: URLSearchParams, { words, pages, limit }: ListNames): string {
  const query = new URLSearchParams({ limit: String(limit), ...wordsOf(parameters, words) });
  for (const name of pages) {
    const value = parameters.get(name) ?? '';
    if (/^[1-9]\d{0,4}$/.test(value)) query.set(name, value);
  }
  return query.toString();
}

/** Returns the part of the address's query that filters a download. */
export function wordsQuery(parameters: URLSearchParams, words: readonly string[]): string {
  return new URLSearchParams(wordsOf(parameters, words)).toString();
}

function wordsOf(parameters: URLSearchParams, names: readonly string[]): Record<string, string> {
  const given = names.map((name) => [
    name,
    (parameters.get(name) ?? '').trim().slice(0, SEARCH_MAXIMUM_LENGTH),
  ]);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

const pageNames = ['page', 'perfectPage', 'potentialPage'];

/** The address's query after other words were looked for: the lists that they narrow begin at their first page. */
export function withWords(
  parameters: URLSearchParams,
  name: string,
  value: string,
  pages: readonly string[] = pageNames,
) {
  const changed = new URLSearchParams(parameters);
  if (value === '') changed.delete(name);
  else changed.set(name, value);
  for (const page of pages) changed.delete(page);
  return changed;
}

/** Returns one text filter of the address and its setter. */
export function useWords(name: string, pages?: readonly string[]) {
  const [parameters] = useSearchParams();
  const changeSearch = useSearchChange();
  const change = (value: string) => changeSearch((current) => withWords(current, name, value, pages));
  return { value: parameters.get(name) ?? '', change };
}
