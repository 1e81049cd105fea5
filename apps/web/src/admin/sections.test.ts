import { describe, expect, it } from 'vitest';
import {
  agreementSearch,
  mayOpen,
  screenOf,
  searchOfList,
  sectionOf,
  sectionOfApi,
  sectionSearch,
  sectionsInOrder,
} from './sections.ts';

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
    expect([sectionSearch('overview'), sectionSearch('paid'), agreementSearch('a b')]).toEqual([
      '',
      '?section=paid',
      '?section=agreement&agreement=a%20b',
    ]);
  });
});

it('finds the section of an API path', () => {
  expect(['users', 'payments', 'held-texts', 'orders', 'x'].map(sectionOfApi)).toEqual([
    'users',
    'paid',
    'texts',
    'agreements',
    undefined,
  ]);
  expect(searchOfList('/api/admin/agreements?task=withoutOrder')).toBe(
    '?section=agreements&task=withoutOrder',
  );
});

it('state administrators open every section, district administrators only the sections of their teachers', () => {
  const open = (role: 'state' | 'district') =>
    sectionsInOrder.filter((section) =>
      mayOpen({ administration: { role, districts: [], office: null, hasSecondFactor: false } }, section),
    );
  expect(open('state')).toEqual(sectionsInOrder);
  expect(open('district')).toEqual([
    'overview',
    'agreements',
    'consents',
    'objections',
    'exclusions',
    'users',
    'verification',
    'reports',
    'texts',
    'announcements',
    'audit',
    'settings',
  ]);
  expect(mayOpen({}, 'audit')).toBe(true);
});
