import { classRanges } from '../reference/class-levels.ts';
import { subjectByName, subjectNames } from '../reference/subjects.ts';
import { urgencies } from './transfer-request-words.ts';

/** Where the request leads, or where its teacher works now. */
type Place = 'desired' | 'posting';

/** Words that a request is searched for. */
interface WordsFilter {
  readonly kind: 'words';
}

/** One of a few values. */
interface ChoiceFilter {
  readonly kind: 'choice';
  readonly column: string;
  /** As they stand on the wire. */
  readonly options: readonly string[];
  /** The stored code of an option, where it is not the option itself. */
  readonly codeOf?: (option: string) => string | undefined;
}

/** A district by its English name. */
interface DistrictFilter {
  readonly kind: 'district';
  readonly place: Place;
  readonly column: string;
}

/** A block by its English name; alone it means every block of that name. */
interface BlockFilter {
  readonly kind: 'block';
  readonly place: Place;
  readonly column: string;
  /** The filter of its district. */
  readonly within: string;
  /** A request may name any block of the district, which is stored as null. */
  readonly mayBeAny: boolean;
}

type FilterEntry = (WordsFilter | ChoiceFilter | DistrictFilter | BlockFilter) & {
  /** For readers of the API's documentation. */
  readonly about: string;
};

/**
 * What the lists of requests can be filtered by, in the order of the form. The query's schema, the index, the SQL
 * condition, the form, the address and the documentation follow from it: a new filter is an entry here, its texts, and, where its column
 * is new, a migration, which names it to the trigger of changes too. `column` is one of the table `requests`.
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
    mayBeAny: true,
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
    mayBeAny: false,
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

/** The columns of `requests` that filters look at. */
export type FilterColumn = Extract<Entry, { column: string }>['column'];

/** What a list is narrowed by: each filter's value as on the wire. */
export type ListFilters = { readonly [Name in FilterName]?: string | undefined };

/** The filters of one kind, by name. */
export type FilterOf<Kind extends Entry['kind']> = {
  [Name in FilterName]: (typeof requestFilters)[Name] extends { kind: Kind } ? Name : never;
}[FilterName];

/** The names of the filters of one kind, in the order of the table. */
export function filtersOf<Kind extends Entry['kind']>(kind: Kind): FilterOf<Kind>[] {
  // Only names of that kind are left, which a predicate on the entry cannot say of the name.
  return filterEntries.filter(([, entry]) => entry.kind === kind).map(([name]) => name as FilterOf<Kind>);
}

/** Every filter with its entry, in the order of the table. */
export const filterEntries = Object.entries(requestFilters) as [FilterName, Entry][];

export const filterNames = filterEntries.map(([name]) => name);

/** The columns of `requests` that some filter looks at, in the order of the table. */
export const filterColumns = filterEntries.flatMap(([, entry]) => ('column' in entry ? [entry.column] : []));
