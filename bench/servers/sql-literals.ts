import type { Parameter, RecordedQuery } from './recorded-query.ts';

/**
 * The query as one statement without parameters. Every value stands as a quoted literal, whose type PostgreSQL finds out as it
 * does a parameter's.
 */
export function withLiterals({ text, values }: Pick<RecordedQuery, 'text' | 'values'>): string {
  // Texts in quotes are passed over: what looks like a parameter there is none.
  return text.replace(/'(?:[^']|'')*'|\$(\d+)/g, (whole, number: string | undefined) =>
    number === undefined ? whole : literalOf(values[Number(number) - 1] ?? null),
  );
}

function literalOf(value: Parameter): string {
  if (value === null) return 'null';
  return quoted(typeof value === 'object' ? arrayOf(value) : String(value));
}

function quoted(text: string): string {
  const inQuotes = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
  return text.includes('\\') ? `E${inQuotes}` : inQuotes;
}

/** PostgreSQL's text for an array. */
function arrayOf(values: readonly Parameter[]): string {
  const elements = values.map((value) => {
    if (value === null) return 'null';
    if (typeof value === 'object') return arrayOf(value);
    return `"${String(value).replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${elements.join(',')}}`;
}
