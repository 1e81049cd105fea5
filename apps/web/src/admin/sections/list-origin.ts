import { useLocation } from 'react-router';
import { type SectionId, screenOf, sectionSearch } from './sections.ts';

/** History state of a link from a list to the page of a row. */
interface ListOrigin {
  /** Query string of the list. */
  readonly list: string;
}

/** Returns the state of links to the pages of rows: the current list with its filters, order and page. */
export function useListOrigin(): ListOrigin {
  return { list: useLocation().search };
}

/** Returns the query string of a section: that of its list if this page was opened from it, otherwise the initial state. */
export function useListSearch(section: SectionId): string {
  const list = listOf(useLocation().state);
  return list !== undefined && screenOf(new URLSearchParams(list)) === section
    ? list
    : sectionSearch(section);
}

function listOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('list' in state)) return undefined;
  return typeof state.list === 'string' ? state.list : undefined;
}
