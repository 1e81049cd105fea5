/** The checks of both forms. They are fetched when a visitor begins to fill one in, before they are needed. */
export const loadChecks = () => import('./form-checks.ts');

/** Fetches the checks without waiting for them; a failure shows when they are needed. */
export function prepareChecks(): void {
  loadChecks().catch(() => {});
}
