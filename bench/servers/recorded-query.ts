/** Parameter value that can be sent to another process as JSON. A date is its ISO text. */
export type Parameter = string | number | boolean | null | readonly Parameter[];

/** Query as the app sent it. */
export interface RecordedQuery {
  /** Name of the prepared statement. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly Parameter[];
}

/** Queries of one call. Those of one step ran concurrently, the steps in sequence. */
export type RecordedCall = readonly (readonly RecordedQuery[])[];

/** Returns true if the query only reads. Writes cannot be repeated. */
export function isReading({ text }: RecordedQuery): boolean {
  return /^[\s(]*(select|with)\b/i.test(text) && !/\b(insert into|delete from|update \S+ set)\b/i.test(text);
}

/** Converts a parameter value for another process. */
export function parameterOf(value: unknown): Parameter {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(parameterOf);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
