import { phoneNumber } from '@mutual-transfer/demo/phone-numbers';
import type { PresetName } from '@mutual-transfer/demo/preset';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { StartupError } from '../platform/database/startup-error.ts';
import { hasDemoAccounts } from './demo-accounts.ts';
import { type LoadOptions, loadDemo } from './load-demo.ts';

/** Password of every demo login. */
export const DEMO_PASSWORD = 'patna-gaya-swap';
export const DEMO_SEED = 1;
export const ADMINISTRATOR_EMAIL = 'admin@example.com';

/** Maximum number of demo teachers for which few places are used, so that the teachers have matches. */
const SHOWCASE = 20_000;
/** Number of last demo teachers of whom one still has the phone of the seed. */
const LAST = 100;
const OTHER_SEED = 'This database holds demo teachers of another seed. Give theirs, or use another database.';

/**
 * Adds demo teachers until the database contains this number of teachers of the seed.
 *
 * @returns the number before, and the numbers of added teachers and requests.
 * @throws {StartupError} if the database contains demo teachers of another seed, whose phones could collide.
 */
export async function addDemoTeachers(
  database: OpenDatabase,
  options: Pick<LoadOptions, 'seed' | 'teachers' | 'now' | 'passwordHash' | 'onProgress'>,
): Promise<{ before: number; teachers: number; requests: number }> {
  const before = await countDemoTeachers(database, options.seed);
  if (before === 0 && (await hasDemoAccounts(database))) throw new StartupError(OTHER_SEED);
  const teachers = Math.max(0, options.teachers - before);
  if (teachers === 0) return { before, teachers: 0, requests: 0 };
  const preset: PresetName = options.teachers <= SHOWCASE ? 'showcase' : 'statewide';
  const added = await loadDemo(database.pool, { ...options, first: before, teachers, preset });
  return { before, ...added };
}

/** Returns the number of the seed's last demo teacher in the database, which ends the mailbox of their email; 0 if there is none. */
export async function countDemoTeachers({ db }: OpenDatabase, seed: number): Promise<number> {
  const { rows } = await sql<{ number: number; phone: string }>`
    select substring(email from '(\\d{1,7})@')::int as number, phone from users where is_demo and email ~ '\\d@example\\.'
    order by number desc limit ${LAST}`.execute(db);
  return rows.find(({ number, phone }) => phone === phoneNumber(seed, number - 1))?.number ?? 0;
}

/** Creates the demo administrator, unless there is one. */
export async function addDemoAdministrator(
  { db }: OpenDatabase,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('users')
    .values({
      id: newId(),
      email: ADMINISTRATOR_EMAIL,
      name: 'Demo administrator',
      password_hash: passwordHash,
      role: 'admin',
      is_demo: true,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}
