import { names } from '@mutual-transfer/domain/language/packs/hi/names';
import { classRanges } from '@mutual-transfer/domain/reference/class-levels';
import { districts } from '@mutual-transfer/domain/reference/places';
import { subjectNames } from '@mutual-transfer/domain/reference/subjects';
import { callAs } from './measure/load.ts';
import type { Limits, Row } from './measure/measure-row.ts';
import { visitRows } from './visits.ts';
import type { Samples } from './world/samples.ts';

type Filters = Readonly<Record<string, string | number>>;

const PAGE_LENGTH = 10;
const list: Limits = { share: 0.8, p99: 40 };
const search: Limits = { share: 0.6, p99: 40 };
const administration: Limits = { p99: 100 };

/** Returns the rows of the benchmark. */
export function rowsOf(samples: Samples, active: number): Row[] {
  const { names: people, commonWords, largestStratum, smallStrata, administratorToken } = samples;
  const visitor = (filters: readonly Filters[]) =>
    filters.map((each) => ({ path: pathOf('/api/requests/public', each) }));
  const members = [...smallStrata, ...largestStratum];
  const member = (filters: readonly Filters[]) =>
    filters.map((each, index) =>
      callAs(members[index % members.length]?.token, pathOf('/api/requests', each)),
    );
  const ofRequest = (what: string) =>
    largestStratum.map(({ requestId, token }) => callAs(token, `/api/requests/${requestId}/${what}`));
  const administrator = (...paths: readonly string[]) => ({
    ...{ limits: administration, connections: 1 },
    calls: paths.map((path) => callAs(administratorToken, `/api/admin/${path}`)),
  });
  const found = people.slice(0, 5).map((name) => encodeURIComponent(name));
  const matches = ofRequest('matches?limit=10');
  return [
    { name: 'first page, visitor', limits: list, calls: visitor(lengths) },
    { name: 'last page, visitor', limits: list, calls: visitor(lastPages(active)) },
    { name: 'district, visitor', limits: list, calls: visitor(byDistrict) },
    { name: 'subject and class level, visitor', limits: list, calls: visitor(bySubjectAndLevel) },
    {
      name: 'search: place in Devanagari, visitor',
      limits: search,
      calls: visitor(searchOf(Object.values(names.districts))),
    },
    { name: 'search: name, visitor', limits: search, calls: visitor(searchOf(people)) },
    { name: 'search: common words, visitor', limits: search, calls: visitor(searchOf(commonWords)) },
    { name: 'first page, member', limits: list, calls: member(lengths) },
    { name: 'search: name, member', limits: search, calls: member(searchOf(people)) },
    { name: 'the page / of a visitor', limits: { perSecond: 2_000 }, calls: pagesOfVisitors },
    {
      name: 'matches, largest stratum, one caller',
      limits: { median: 5, p99: 25 },
      connections: 1,
      calls: matches,
    },
    { name: 'matches, largest stratum', limits: { perSecond: 500 }, calls: matches },
    { name: 'rings, largest stratum', limits: {}, calls: ofRequest('rings') },
    {
      name: 'administrator: search of pairs by name',
      ...administrator(...found.map((name) => `matches?perfectSearch=${name}&potentialSearch=${name}`)),
    },
    {
      name: 'administrator: first pages of lists',
      ...administrator(...['matches', ...listsOfAdministrator].map((path) => `${path}?limit=50`)),
    },
    {
      name: 'administrator: filtered lists',
      ...administrator(
        'users?limit=25&page=400',
        'users?limit=50&isVerified=false',
        'users?district=Patna&sort=name',
        'agreements?district=Patna',
        ...found.flatMap((name) => [`users?search=${name}`, `agreements?search=${name}`]),
      ),
    },
    { name: 'administrator: figures', ...administrator(...figuresOfAdministrator) },
    { name: 'administrator: agreements.csv', ...administrator('agreements.csv'), limits: {} },
    ...visitRows,
  ];
}

/** Lists with pages. */
const listsOfAdministrator = [
  ...['users', 'paid-users', 'agreements', 'reports', 'held-texts', 'undelivered'],
  ...['audit', 'announcements', 'seasons', 'rounds'],
];
/** Screens without pages. */
const figuresOfAdministrator = [
  ...['contact-patterns', 'administrators', 'season', 'waiting', 'stats', 'growth'],
];

const lengths = [8, 9, 10, 11, 12].map((limit) => ({ limit }));
const byDistrict = districts.map(({ name }) => ({ district: name }));
const bySubjectAndLevel = subjectNames.flatMap((subject) =>
  classRanges.map((classRange) => ({ subject, classRange })),
);
const pagesOfVisitors = ['en', 'hi'].map((language) => ({
  path: '/',
  headers: { 'accept-encoding': 'br, gzip', cookie: `language=${language}` },
}));

function lastPages(active: number): Filters[] {
  const last = Math.ceil(active / PAGE_LENGTH);
  return [4, 3, 2, 1, 0].map((before) => ({ page: last - before }));
}

function searchOf(words: readonly string[]): Filters[] {
  return words.map((word) => ({ search: word }));
}

function pathOf(path: string, filters: Filters): string {
  const query = Object.entries(filters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${path}?${query.join('&')}`;
}
