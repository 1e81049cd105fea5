import type { MeasuredRow } from '../measure/measure-row.ts';

/** The app's requests a second as a share of the bare route's; undefined without one. */
export function ratioOf({ app, bare }: Pick<MeasuredRow, 'app' | 'bare'>): number | undefined {
  return bare && app.requestsPerSecond / bare.requestsPerSecond;
}

/** `reached`, or which limits were missed; `–` for a row without any. Calls that were not answered well are always said. */
export function verdictOf(row: Pick<MeasuredRow, 'app' | 'bare' | 'plain' | 'limits'>): string {
  const { app, limits } = row;
  const missed = missedLimits(row);
  const failed = app.errors + app.refusals;
  const failures = failed === 0 ? '' : `${failed} of ${app.answers + app.errors} failed`;
  const outcome = missed.length === 0 ? 'reached' : `missed: ${missed.join(', ')}`;
  if (failures !== '') return failures;
  if (app.answers === 0) return 'missed: nothing was answered in the time';
  return Object.keys(limits).length === 0 ? '–' : outcome;
}

function missedLimits(row: Pick<MeasuredRow, 'app' | 'bare' | 'plain' | 'limits'>): string[] {
  const { app, plain, limits } = row;
  const atLeastPlain = limits.abovePlain ? plain?.requestsPerSecond : undefined;
  return [
    isAbove(app.median, limits.median) ? 'median' : '',
    isAbove(app.p99, limits.p99) ? '99th' : '',
    isAbove(limits.ratio, ratioOf(row)) ? 'ratio' : '',
    isAbove(limits.perSecond, app.requestsPerSecond) ? 'a second' : '',
    isAbove(atLeastPlain, app.requestsPerSecond) ? 'plain' : '',
  ].filter(Boolean);
}

function isAbove(value: number | undefined, limit: number | undefined): boolean {
  return value !== undefined && limit !== undefined && value > limit;
}
