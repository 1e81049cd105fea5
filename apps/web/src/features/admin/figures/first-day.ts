const DAYS_SHOWN = 30;
const DAY = 24 * 60 * 60 * 1_000;

/** The first day of the chart in India's calendar, as `YYYY-MM-DD`; `now` is its last. */
export function firstDay(now: Date): string {
  const first = new Date(now.getTime() - (DAYS_SHOWN - 1) * DAY);
  // Sweden writes dates as the API does.
  return first.toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' });
}
