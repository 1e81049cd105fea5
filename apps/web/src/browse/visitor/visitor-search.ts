import type { ProspectsQuery } from '@mutual-transfer/domain/matching/prospects';

/** Parameters of the visitor's question: names in the URL and in the API. */
const fields = {
  mine: 'district',
  wish: 'desiredDistrict',
  teach: 'subject',
  level: 'classRange',
} as const satisfies Record<string, keyof ProspectsQuery>;

/** Visitor's question in the URL. */
export type AskedQuestion = Readonly<Record<keyof ProspectsQuery, string>>;

/** Returns the visitor's question in the URL, or `undefined` if a field is missing. */
export function questionOf(parameters: URLSearchParams): AskedQuestion | undefined {
  const found = Object.entries(fields).map(([name, field]) => [field, parameters.get(name) ?? ''] as const);
  // The names are those of `fields`.
  return found.every(([, value]) => value) ? (Object.fromEntries(found) as AskedQuestion) : undefined;
}

/** Returns the names of the fields that were sent empty. */
export function emptyFields(sent: URLSearchParams | FormData): string[] {
  return Object.keys(fields).filter((name) => sent.get(name) === '');
}

/** Returns the query string with the fields of the form. */
export function withQuestion(parameters: URLSearchParams, form: FormData): URLSearchParams {
  const changed = new URLSearchParams(parameters);
  for (const [name, value] of form) changed.set(name, String(value));
  return changed;
}
