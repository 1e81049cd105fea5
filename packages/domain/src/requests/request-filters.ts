import { subjectByName, subjectNames } from '../reference/subjects.ts';
import { classRanges } from '../reference/teaching.ts';
import { urgencies } from './transfer-request-words.ts';

/** Desired place of a request, or current posting of its teacher. */
type Place = 'desired' | 'posting';

/** Full-text filter. */
interface WordsFilter {
  kind: 'words';
}

/** Filter with a fixed set of values. */
interface ChoiceFilter {
  kind: 'choice';
  column: string;
  /** Values as they are on the wire. */
  options: readonly string[];
  /** Returns the stored code of an option, if it differs from the option itself. */
  codeOf?: (option: string) => string | undefined;
}

/** Filter by district, with its English name. */
interface DistrictFilter {
  kind: 'district';
  place: Place;
  column: string;
}

/** Filter by block, with its English name. Without a district it matches every block of that name. */
interface BlockFilter {
  kind: 'block';
  place: Place;
  column: string;
  /** Name of the filter of its district. */
  within: string;
  /** A request may ask for any block of the district, which is stored as null. */
  acceptsAnyBlock: boolean;
}

type FilterEntry = (WordsFilter | ChoiceFilter | DistrictFilter | BlockFilter) & {
  /** Description in the API's documentation. */
  about: string;
};

/**
 * Filters of the lists of requests, in the order of the form. The query's schema, the index, the SQL condition, the
 * form, the URL and the documentation are derived from this table. A new filter is an entry here and its texts; a new
 * column also needs a migration, which adds it to the change trigger. `column` is a column of the table `requests`.
 */
export const requestFilters = {
  search: {
    kind: 'words',
    about:
      'Words that all begin words of the request: places, subject, reason, and name and school unless hidden',
  },
  district: { kind: 'district', place: 'desired', column: 'desired_district', about: 'Desired district' },
  block: {
    kind: 'block',
    place: 'desired',
    column: 'desired_block',
    within: 'district',
    acceptsAnyBlock: true,
    about: 'Desired block; requests that take any block of its district are among them',
  },
  fromDistrict: {
    kind: 'district',
    place: 'posting',
    column: 'from_district',
    about: 'District where the teacher works now',
  },
  fromBlock: {
    kind: 'block',
    place: 'posting',
    column: 'from_block',
    within: 'fromDistrict',
    acceptsAnyBlock: false,
    about: 'Block where the teacher works now',
  },
  subject: {
    kind: 'choice',
    column: 'subject',
    options: subjectNames,
    codeOf: (name) => subjectByName(name)?.code,
    about: 'Subject',
  },
  classRange: { kind: 'choice', column: 'class_range', options: classRanges, about: 'Class level' },
  verified: {
    kind: 'choice',
    column: 'owner_verified',
    options: ['yes', 'no'],
    about: 'Whether the name and phone number of the teacher are verified',
  },
  urgency: { kind: 'choice', column: 'urgency', options: urgencies, about: 'Urgency' },
} as const satisfies Record<string, FilterEntry>;

export type FilterName = keyof typeof requestFilters;

type Entry = (typeof requestFilters)[FilterName];

/** Columns of `requests` that filters use. */
export type FilterColumn = Extract<Entry, { column: string }>['column'];

/** Filters of a list: each value as on the wire. */
export type ListFilters = { readonly [Name in FilterName]?: string | undefined };

/** Filters of one kind, by name. */
export type FilterOf<Kind extends Entry['kind']> = {
  [Name in FilterName]: (typeof requestFilters)[Name] extends { kind: Kind } ? Name : never;
}[FilterName];

/** Returns the names of the filters of one kind, in the order of the table. */
export function filtersOf<Kind extends Entry['kind']>(kind: Kind): FilterOf<Kind>[] {
  // Only names of that kind are left, which a type predicate on the entry cannot express for the name.
  return filterEntries.filter(([, entry]) => entry.kind === kind).map(([name]) => name as FilterOf<Kind>);
}

/** Every filter name with its entry, in the order of the table. */
export const filterEntries = Object.entries(requestFilters) as [FilterName, Entry][];

export const filterNames = filterEntries.map(([name]) => name);

/** Columns of `requests` that some filter uses, in the order of the table. */
export const filterColumns = filterEntries.flatMap(([, entry]) => ('column' in entry ? [entry.column] : []));
