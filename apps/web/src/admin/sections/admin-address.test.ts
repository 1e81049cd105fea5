import { describe, expect, it } from 'vitest';
import { screenOf, sectionOf, sectionSearch } from './admin-address.ts';

const from = (query: string) => new URLSearchParams(query);

describe('URL of the Admin Panel', () => {
  it('names a section, and falls back to the first for a missing or unknown name', () => {
    expect(['section=audit', '', 'section=x'].map((query) => screenOf(from(query)))).toEqual([
      'audit',
      'overview',
      'overview',
    ]);
    expect(
      ['person', 'agreement', 'season', 'audit'].map((name) => sectionOf(screenOf(from(`section=${name}`)))),
    ).toEqual(['users', 'agreements', 'seasons', 'audit']);
    expect([sectionSearch('overview'), sectionSearch('paid')]).toEqual(['', '?section=paid']);
  });
});
