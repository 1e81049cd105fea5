import type { ProspectsQuery } from '@mutual-transfer/domain/matching/prospects';

/** Parameters of the visitor's question: names in the address and in the API. */
const fields = {
  mine: 'district',
  wish: 'desiredDistrict',
  teach: 'subject',
  level: 'classRange',
} as const satisfies Record<string, keyof ProspectsQuery>;

/** The visitor's question as it stands in an address. */
export type VisitorQuestion = Readonly<Record<keyof ProspectsQuery, string>>;

/** The question in an address; undefined unless it is whole. */
export function questionOf(parameters: URLSearchParams): VisitorQuestion | undefined {
  const found = Object.entries(fields).map(([name, field]) => [field, parameters.get(name) ?? ''] as const);
  return found.every(([, value]) => value) ? (Object.fromEntries(found) as VisitorQuestion) : undefined;
}

/** The address's query with what a form asks. */
export function withQuestion(parameters: URLSearchParams, form: FormData): URLSearchParams {
  const changed = new URLSearchParams(parameters);
  for (const [name, value] of form) changed.set(name, String(value));
  return changed;
}
