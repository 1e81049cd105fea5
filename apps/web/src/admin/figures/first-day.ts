const DAY = 24 * 60 * 60 * 1_000;

/** The first of so many days in India's calendar, as `YYYY-MM-DD`; `now` is the last. */
export function firstDay(now: Date, days: number): string {
  const first = new Date(now.getTime() - (days - 1) * DAY);
  // Sweden writes dates as the API does.
  return first.toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' });
}
