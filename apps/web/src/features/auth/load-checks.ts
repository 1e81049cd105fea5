/** The checks of both forms. Whoever begins to fill one in has them fetched before they are needed. */
export const loadChecks = () => import('./form-checks.ts');

/** Fetches the checks without waiting for them; a failure shows when they are needed. */
export function prepareChecks(): void {
  loadChecks().catch(() => {});
}
