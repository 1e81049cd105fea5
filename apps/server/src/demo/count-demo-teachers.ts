import { phoneNumber } from '@mutual-transfer/demo/phone-numbers';
import type { OpenDatabase } from '../platform/database/open-database.ts';

/** Number of teachers per query. Large enough that erasures are unlikely to remove a whole group. */
const GROUP = 100;

/**
 * Returns the number of the seed's last demo teacher in the database. Phones are derived from the seed, so a binary search over the phone
 * index finds the last group.
 */
export async function countDemoTeachers(database: OpenDatabase, seed: number): Promise<number> {
  const isThere = async (group: number) => (await lastOfGroup(database, seed, group)) > 0;
  let missing = 0;
  while (await isThere(missing)) missing = missing * 2 + 1;
  if (missing === 0) return 0;
  let there = (missing - 1) / 2;
  while (missing - there > 1) {
    const middle = Math.floor((there + missing) / 2);
    if (await isThere(middle)) there = middle;
    else missing = middle;
  }
  return lastOfGroup(database, seed, there);
}

/** Returns the number of the last teacher of a group in the database; 0 if there is none. */
async function lastOfGroup({ db }: OpenDatabase, seed: number, group: number): Promise<number> {
  const first = group * GROUP + 1;
  const numbers = Array.from({ length: GROUP }, (_, offset) => first + offset);
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where(
      'phone',
      'in',
      numbers.map((number) => phoneNumber(seed, number - 1)),
    )
    .execute();
  const found = rows.map(({ email }) => Number(/(\d+)@example\./.exec(email)?.[1] ?? 0));
  return Math.max(0, ...found.filter((number) => number >= first && number < first + GROUP));
}
