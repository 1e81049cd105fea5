const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length;
const INDIA_OFFSET_MS = 5.5 * 3_600_000;

/** Returns a timestamp as a local time in India, to the minute. */
export function toIndiaTime(moment: string): string {
  return new Date(Date.parse(moment) + INDIA_OFFSET_MS).toISOString().slice(0, MINUTE_LENGTH);
}

/** Returns the timestamp of a local time in India. Returns `known` if it is the same to the minute. */
export function fromIndiaTime(local: string, known: string | undefined): string {
  if (known !== undefined && toIndiaTime(known) === local) return known;
  return local === '' ? '' : `${local}:00+05:30`;
}
