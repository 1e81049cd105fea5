import { blocks as blockNames } from '@mutual-transfer/domain/language/packs/hi/block-names';
import { names } from '@mutual-transfer/domain/language/packs/hi/names';
import { classRanges } from '@mutual-transfer/domain/reference/class-levels';
import { blocks, districts } from '@mutual-transfer/domain/reference/places';
import { subjectNames } from '@mutual-transfer/domain/reference/subjects';
import { urgencies } from '@mutual-transfer/domain/requests/transfer-request-words';
import type { Call } from './measure/load.ts';
import type { OwnRequest, Samples } from './world/samples.ts';

/** What a row is held to: milliseconds, a share of the bare route's requests a second, requests a second. */
export interface Limits {
  readonly median?: number;
  readonly p99?: number;
  readonly ratio?: number;
  readonly perSecond?: number;
  /** Whether it must answer more than the bare route does in plain SQL. */
  readonly abovePlain?: boolean;
}

/** What is measured: calls that are made in turn. */
export interface Row {
  readonly name: string;
  readonly calls: readonly Call[];
  readonly limits: Limits;
  /** How many callers at once; as many as the bench is told unless given. */
  readonly connections?: number;
  /** Whether its queries are asked by the bare route and by pgbench too. */
  readonly isCompared: boolean;
  /** Whether the bare route is also asked what the app asks while it has no index: the list in plain SQL. */
  readonly hasPlain?: boolean;
}

/** Rows under one heading. */
export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

type Filters = Readonly<Record<string, string | number>>;

const MOST_CALLS = 100;
const PAGE_LENGTH = 10;
const listLimits: Limits = { ratio: 0.8, median: 10, p99: 40 };
const matchLimits: Limits = { p99: 25 };
const pairLimits: Limits = { p99: 100 };
const crowdLimits: Limits = { perSecond: 2_000 };

/** Everything that is called by one address a call. Each row rotates, so that no memory in the server flatters it. */
export function sectionsOf(samples: Samples, active: number): Section[] {
  const lists = listsOf(samples, active);
  const callers = [...samples.smallStrata, ...samples.largestStratum];
  return [
    {
      title: 'Lists, anonymous',
      rows: lists.map(([name, filters]) => ({
        ...listRow(`${name}, anonymous`, filters.map(publicCall)),
        hasPlain: name === 'first page' || name.startsWith('search'),
      })),
    },
    {
      title: 'Lists, signed in',
      rows: lists.map(([name, filters]) =>
        listRow(
          `${name}, signed in`,
          filters.map((each, index) => asOneOf(callers, index, pathOf('/api/requests', each))),
        ),
      ),
    },
    { title: 'Matches and rings of one request', rows: teacherRows(samples) },
    { title: 'Pairs for an administrator', rows: pairRows(samples) },
    { title: 'A crowd of visitors', rows: [crowdRow] },
  ];
}

/** Each list with the filters that its calls rotate over; pages and lengths around the one that is named. */
function listsOf(samples: Samples, active: number): [name: string, filters: Filters[]][] {
  const lengths = [8, 9, 10, 11, 12];
  const places = [...districts, ...blocks.slice(0, MOST_CALLS - districts.length)];
  const district = (index: number) => districts[(index * 7) % districts.length]?.name ?? '';
  const search = (words: readonly string[]) => words.map((word) => ({ search: word }));
  return [
    ['first page', lengths.map((limit) => ({ limit }))],
    ['page 50', [46, 48, 50, 52, 54].map((page) => ({ page }))],
    ['last page', [4, 3, 2, 1, 0].map((before) => ({ page: Math.ceil(active / PAGE_LENGTH) - before }))],
    ['district', districts.map(({ name }) => ({ district: name }))],
    ['block', everyFew(blocks).map(({ name }) => ({ block: name }))],
    ['subject', subjectNames.map((subject) => ({ subject }))],
    ['class level', classRanges.flatMap((classRange) => lengths.map((limit) => ({ classRange, limit })))],
    ['urgency', urgencies.flatMap((urgency) => lengths.map((limit) => ({ urgency, limit })))],
    [
      'district and class level',
      districts.flatMap(({ name }, index) => ({ district: name, classRange: classRanges[index % 4] ?? '' })),
    ],
    [
      'subject and urgency',
      subjectNames.map((subject, index) => ({ subject, urgency: urgencies[index % 3] ?? '' })),
    ],
    ['search: place', search(places.map(({ name }) => name))],
    ['search: place in Devanagari', search(placesInDevanagari())],
    ['search: name', search(samples.names)],
    ['search: school', search(samples.schools)],
    ['search: common words', search(samples.commonWords)],
    ['search: rare words', search(samples.rareWords)],
    ['search: words in Devanagari', search(samples.devanagariWords)],
    [
      'search: common word and a district',
      samples.commonWords.map((word, index) => ({ search: word, district: district(index) })),
    ],
  ];
}

function placesInDevanagari(): string[] {
  return [...Object.values(names.districts), ...Object.values(blockNames)].slice(0, MOST_CALLS);
}

/** A hundred of many, spread over all of them. */
function everyFew<Item>(items: readonly Item[]): Item[] {
  const step = Math.max(1, Math.floor(items.length / MOST_CALLS));
  return items.filter((_, index) => index % step === 0).slice(0, MOST_CALLS);
}

function listRow(name: string, calls: readonly Call[]): Row {
  const limits = name.startsWith('search') ? { ...listLimits, abovePlain: true } : listLimits;
  return { name, calls, limits, isCompared: true };
}

/** For one teacher alone, and when many ask at once. */
function teacherRows({ largestStratum, smallStrata }: Samples): Row[] {
  const rows = (what: string, where: string, requests: readonly OwnRequest[]): Row[] => {
    const row = {
      name: `${what}, ${where}`,
      calls: requests.map(({ requestId, token }) => as(token, `/api/requests/${requestId}/${what}`)),
      limits: matchLimits,
      isCompared: true,
    };
    return [{ ...row, name: `${row.name}, one caller`, connections: 1 }, row];
  };
  return ['matches', 'rings'].flatMap((what) => [
    ...rows(what, 'largest stratum', largestStratum),
    ...rows(what, 'small strata', smallStrata),
  ]);
}

/** There are few administrators: one at a time asks. */
function pairRows({ administratorToken, names }: Samples): Row[] {
  const row = (name: string, filters: readonly Filters[]): Row => ({
    name: `pairs, ${name}`,
    calls: filters.map((each) => as(administratorToken, pathOf('/api/admin/matches', each))),
    limits: pairLimits,
    connections: 1,
    isCompared: true,
  });
  const searched = names.slice(0, 5).map((name) => ({ perfectSearch: name, potentialSearch: name }));
  return [
    row(
      'first page',
      [4, 5, 6].map((limit) => ({ limit })),
    ),
    row('search: name', searched),
  ];
}

const crowdRow: Row = {
  name: 'the page / of a visitor',
  calls: ['en', 'hi'].map((language) => ({
    path: '/',
    headers: { 'accept-encoding': 'br, gzip', cookie: `language=${language}` },
  })),
  limits: crowdLimits,
  isCompared: false,
};

function publicCall(filters: Filters): Call {
  return { path: pathOf('/api/requests/public', filters) };
}

function asOneOf(callers: readonly OwnRequest[], index: number, path: string): Call {
  return as(callers[index % callers.length]?.token ?? '', path);
}

function as(token: string, path: string): Call {
  return { path, headers: { authorization: `Bearer ${token}` } };
}

function pathOf(path: string, filters: Filters): string {
  const query = Object.entries(filters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${path}?${query.join('&')}`;
}
