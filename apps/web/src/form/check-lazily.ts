/**
 * Returns the errors found by the API's own schemas, by field. Loads the schemas on first use, since reading a form needs none. If they
 * fail to load, returns no errors: the API validates anyway.
 */
export async function checkLazily<Checks>(
  load: () => Promise<Checks>,
  check: (checks: Checks) => Record<string, string>,
): Promise<Record<string, string>> {
  const checks = await load().catch(() => undefined);
  return checks === undefined ? {} : check(checks);
}
