/** Imports the validation of both forms. Called when a visitor starts to fill one in. */
export const loadChecks = () => import('./form-checks.ts');

/** Preloads the validation module. Errors surface on first use. */
export function prepareChecks(): void {
  loadChecks().catch(() => {});
}
