/**
 * What a check by the API's own schemas finds wrong, by field. The schemas come when they are needed first, for reading a
 * form needs none; where they cannot be had, nothing is found, and the API has the word.
 */
export async function checkLazily<Checks>(
  load: () => Promise<Checks>,
  check: (checks: Checks) => Record<string, string>,
): Promise<Record<string, string>> {
  const checks = await load().catch(() => undefined);
  return checks === undefined ? {} : check(checks);
}
