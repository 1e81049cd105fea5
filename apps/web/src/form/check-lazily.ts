/**
 * Validates with the schemas of the API, and returns the errors by field. Loads the schemas on first use, since showing a form does not
 * need them. If they fail to load, returns no errors: the API validates anyway.
 */
export async function checkLazily<Checks>(
  load: () => Promise<Checks>,
  check: (checks: Checks) => Record<string, string>,
): Promise<Record<string, string>> {
  const checks = await load().catch(() => undefined);
  return checks === undefined ? {} : check(checks);
}
