import { SEARCH_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { useSearchParams } from 'react-router';
import { useSearchChange } from '../navigation/use-search-change.ts';

/** Sections of the Admin Panel, by their name in the URL. The first has no name there. */
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

/** Returns the section of the URL, or `person` for the page of one teacher, which has no tab. */
export function sectionOf(parameters: URLSearchParams): Section | 'person' {
  const named = parameters.get('section');
  return ([...sections, 'person'] as const).find((section) => section === named) ?? sections[0];
}

/** Returns the query string of a section in its initial state. */
export function sectionSearch(section: Section): string {
  return section === sections[0] ? '' : `?section=${section}`;
}

/** Returns the query string of a teacher's page. */
export function personSearch(id: string): string {
  return `?section=person&person=${encodeURIComponent(id)}`;
}

/** URL parameters of a list and its page size. */
interface ListNames {
  readonly words: readonly string[];
  readonly pages: readonly string[];
  readonly limit: number;
}

/** Returns the API query of a list: text filters that are set, and page parameters that are numbers. */
export function listQuery(parameters: URLSearchParams, { words, pages, limit }: ListNames): string {
  const query = new URLSearchParams({ limit: String(limit), ...wordsOf(parameters, words) });
  for (const name of pages) {
    const value = parameters.get(name) ?? '';
    if (/^[1-9]\d{0,4}$/.test(value)) query.set(name, value);
  }
  return query.toString();
}

/** Returns the part of the URL's query string that filters a download. */
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

/** Returns the query string after a change of a text filter. The lists that it narrows start at page 1. */
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

/** Returns one text filter of the URL and its setter. */
export function useWords(name: string, pages?: readonly string[]) {
  const [parameters] = useSearchParams();
  const changeSearch = useSearchChange();
  const change = (value: string) => changeSearch((current) => withWords(current, name, value, pages));
  return { value: parameters.get(name) ?? '', change };
}
