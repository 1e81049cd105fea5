/** A value of a parameter as it can be told to another process; a moment is its ISO text. */
export type Parameter = string | number | boolean | null | readonly Parameter[];

/** A query as the app sent it. */
export interface RecordedQuery {
  /** Of a prepared statement. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly Parameter[];
}

/** The queries of one call: those of one step were under way together, the steps followed one another. */
export type RecordedCall = readonly (readonly RecordedQuery[])[];

/** Whether the query only reads; what an app writes beside an answer cannot be said twice. */
export function isReading({ text }: RecordedQuery): boolean {
  return /^[\s(]*(select|with)\b/i.test(text) && !/\b(insert into|delete from|update \S+ set)\b/i.test(text);
}

/** A parameter's value as another process understands it. */
export function parameterOf(value: unknown): Parameter {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(parameterOf);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
