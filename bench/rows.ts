import { blocks as blockNames } from '@mutual-transfer/domain/language/packs/hi/block-names';
import { names } from '@mutual-transfer/domain/language/packs/hi/names';
import { classRanges } from '@mutual-transfer/domain/reference/class-levels';
import { blocks, districts } from '@mutual-transfer/domain/reference/places';
import { subjectNames } from '@mutual-transfer/domain/reference/subjects';
import { type Call, callAs } from './measure/load.ts';
import type { OwnRequest, Samples } from './world/samples.ts';

/** Limits of a row: milliseconds, share of the requests a second of the bare route's first page, requests a second. */
export interface Limits {
  readonly median?: number;
  readonly p99?: number;
  readonly share?: number;
  readonly perSecond?: number;
}

/** A row of the bench: calls that are made in turn. */
export interface Row {
  readonly name: string;
  readonly calls: readonly Call[];
  readonly limits: Limits;
  /** Number of concurrent callers; the bench's option if absent. */
  readonly connections?: number;
}

type Filters = Readonly<Record<string, string | number>>;
type ListRow = readonly [name: string, limits: Limits, filters: readonly Filters[]];

const MOST_CALLS = 100;
const PAGE_LENGTH = 10;
const lists: Limits = { share: 0.8, p99: 40 };
const searches: Limits = { share: 0.6, p99: 40 };
const matches: Limits = { median: 5, p99: 25 };
const matchesOfMany: Limits = { perSecond: 500 };
const pairs: Limits = { p99: 300 };
const adminLists: Limits = { p99: 100 };
const firstScreen: Limits = { perSecond: 2_000 };

/** Returns every row that is one HTTP call per turn. The calls of a row differ, so no cache of the app answers all of them. */
export function rowsOf(samples: Samples, active: number): Row[] {
  return [
    ...visitorRows(samples, active),
    ...memberRows(samples),
    ...requestRows(samples),
    ...administratorRows(samples),
    { name: 'the page / of a visitor', limits: firstScreen, calls: pagesOfVisitors() },
  ];
}

const lengths = [8, 9, 10, 11, 12].map((limit) => ({ limit }));
const byDistrict = districts.map(({ name }) => ({ district: name }));

function visitorRows({ names, commonWords, rareWords }: Samples, active: number): Row[] {
  const lastPage = Math.ceil(active / PAGE_LENGTH);
  const rows: readonly ListRow[] = [
    ['first page', lists, lengths],
    ['last page', lists, [4, 3, 2, 1, 0].map((before) => ({ page: lastPage - before }))],
    ['district', lists, byDistrict],
    ['block', lists, sampleOf(blocks).map(({ name }) => ({ block: name }))],
    ['subject and class level', lists, subjectsAndLevels()],
    ['search: place', searches, searchOf(sampleOf([...districts, ...blocks]).map(({ name }) => name))],
    ['search: place in Devanagari', searches, searchOf(placesInDevanagari())],
    ['search: name', searches, searchOf(names)],
    ['search: common words', searches, searchOf(commonWords)],
    ['search: rare words', searches, searchOf(rareWords)],
  ];
  return rows.map(([name, limits, filters]) => ({
    name: `${name}, visitor`,
    limits,
    calls: filters.map((each) => ({ path: pathOf('/api/requests/public', each) })),
  }));
}

function memberRows({ names, smallStrata, largestStratum }: Samples): Row[] {
  const callers = [...smallStrata, ...largestStratum];
  const rows: readonly ListRow[] = [
    ['first page', lists, lengths],
    ['district', lists, byDistrict],
    ['search: name', searches, searchOf(names)],
  ];
  return rows.map(([name, limits, filters]) => ({
    name: `${name}, member`,
    limits,
    calls: filters.map((each, index) =>
      callAs(callers[index % callers.length]?.token, pathOf('/api/requests', each)),
    ),
  }));
}

function requestRows({ largestStratum, smallStrata }: Samples): Row[] {
  const asked = (owners: readonly OwnRequest[], what: string) =>
    owners.map(({ requestId, token }) => callAs(token, `/api/requests/${requestId}/${what}`));
  const [ofMany, ofFew] = [asked(largestStratum, 'matches?limit=10'), asked(smallStrata, 'matches?limit=10')];
  return [
    { name: 'matches, largest stratum, one caller', limits: matches, connections: 1, calls: ofMany },
    { name: 'matches, largest stratum', limits: matchesOfMany, calls: ofMany },
    { name: 'matches, small strata', limits: { p99: 25 }, calls: ofFew },
    { name: 'rings, largest stratum', limits: {}, calls: asked(largestStratum, 'rings') },
    { name: 'rings, small strata', limits: { p99: 25 }, calls: asked(smallStrata, 'rings') },
  ];
}

function administratorRows({ administratorToken, names }: Samples): Row[] {
  const few = names.slice(0, 5);
  const pages = [25, 50, 100].map((limit) => ({ limit }));
  const pagesWith = (filter: Filters) => pages.map((each) => ({ ...each, ...filter }));
  const byPairs = few.map((name) => ({ perfectSearch: name, potentialSearch: name }));
  const districtsOf = sampleOf(districts).map(({ name }) => ({ district: name }));
  const sorted = districtsOf.map((each) => ({ ...each, sort: 'name' }));
  const lastPages = [
    { limit: 10, page: 1_000 },
    { limit: 25, page: 400 },
  ];
  const rows: readonly (readonly [
    name: string,
    path: string,
    filters: readonly Filters[],
    limits?: Limits,
  ])[] = [
    ['pairs, first page', 'matches', [4, 5, 6].map((limit) => ({ limit })), pairs],
    ['pairs, search: name', 'matches', byPairs, pairs],
    ...adminListPaths.map((path) => [`admin, ${path}`, path, pages] as const),
    ['admin, users, last page', 'users', lastPages],
    ['admin, users, by district and name', 'users', sorted],
    ['admin, users, search: name', 'users', searchOf(few)],
    ['admin, users, not verified', 'users', pagesWith({ isVerified: 'false' })],
    ['admin, agreements, in a district', 'agreements', districtsOf],
    ['admin, agreements, search: name', 'agreements', searchOf(few)],
    ['admin, agreements.csv', 'agreements.csv', [{}], {}],
    ...adminScreens.map((path) => [`admin, ${path}`, path, [{}]] as const),
  ];
  return rows.map(([name, path, filters, limits = adminLists]) => ({
    ...{ name, limits, connections: 1 },
    calls: filters.map((each) => callAs(administratorToken, pathOf(`/api/admin/${path}`, each))),
  }));
}

/** Lists of the panel with pages. */
const adminListPaths = [
  ...['users', 'paid-users', 'agreements', 'reports', 'held-texts', 'undelivered'],
  ...['audit', 'announcements', 'seasons', 'rounds'],
];
/** Screens of the panel without pages. */
const adminScreens = ['contact-patterns', 'administrators', 'season', 'waiting', 'stats', 'growth'];

function subjectsAndLevels(): Filters[] {
  return subjectNames.flatMap((subject) => classRanges.map((classRange) => ({ subject, classRange })));
}

function placesInDevanagari(): string[] {
  return sampleOf([...Object.values(names.districts), ...Object.values(blockNames)]);
}

function searchOf(words: readonly string[]): Filters[] {
  return words.map((search) => ({ search }));
}

function pagesOfVisitors(): Call[] {
  return ['en', 'hi'].map((language) => ({
    path: '/',
    headers: { 'accept-encoding': 'br, gzip', cookie: `language=${language}` },
  }));
}

/** Returns at most a hundred of the items, spread evenly. */
function sampleOf<Item>(items: readonly Item[]): Item[] {
  const step = Math.max(1, Math.floor(items.length / MOST_CALLS));
  return items.filter((_, index) => index % step === 0).slice(0, MOST_CALLS);
}

function pathOf(path: string, filters: Filters): string {
  const query = Object.entries(filters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${path}?${query.join('&')}`;
}
