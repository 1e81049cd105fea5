const DAY = 24 * 60 * 60 * 1_000;

/** Returns the first of the last `days` days in the Indian calendar, as `YYYY-MM-DD`. The day of `now` is the last one. */
export function firstDay(now: Date, days: number): string {
  const first = new Date(now.getTime() - (days - 1) * DAY);
  // The Swedish locale formats dates as the API does.
  return first.toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' });
}
