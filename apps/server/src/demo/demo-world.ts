import { phoneNumber } from '@mutual-transfer/demo/phone-numbers';
import type { PresetName } from '@mutual-transfer/demo/preset';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { OpenDatabase } from '../database/open-database.ts';
import { StartupError } from '../startup-error.ts';
import { type LoadOptions, loadDemo } from './load-demo.ts';

/** Every demo login has this password. */
export const DEMO_PASSWORD = 'patna-gaya-swap';
export const DEMO_SEED = 1;
export const ADMINISTRATOR_EMAIL = 'admin@example.com';

/** Worlds up to this size gather their teachers, so that there is something to see. */
const SHOWCASE = 20_000;

/**
 * Adds demo teachers until the database holds that many of that seed.
 *
 * @returns how many it held before, and how many teachers and requests were added.
 * @throws {StartupError} when it holds demo teachers of another seed: their phones could be the same.
 */
export async function growDemoWorld(
  database: OpenDatabase,
  options: Pick<LoadOptions, 'seed' | 'teachers' | 'now' | 'passwordHash' | 'onProgress'>,
): Promise<{ before: number; teachers: number; requests: number }> {
  const before = await countDemoTeachers(database, options.seed);
  const teachers = Math.max(0, options.teachers - before);
  if (teachers === 0) return { before, teachers: 0, requests: 0 };
  const preset: PresetName = options.teachers <= SHOWCASE ? 'showcase' : 'statewide';
  const added = await loadDemo(database.pool, { ...options, first: before, teachers, preset });
  return { before, ...added };
}

/** Adds the demo administrator, unless there is one. */
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
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}

/** The number at the end of a demo teacher's email is theirs; the last one tells how many there are. */
async function countDemoTeachers({ db }: OpenDatabase, seed: number): Promise<number> {
  const { rows } = await sql<{ number: number; phone: string }>`
    select number, phone
    from users, cast(substring(email from '^[a-z]+[.][a-z]+([0-9]{1,8})@example[.](?:com|org|net)$') as integer) number
    where number is not null
    order by number desc
    limit 1`.execute(db);
  const last = rows[0];
  if (last === undefined) return 0;
  if (last.phone !== phoneNumber(seed, last.number - 1)) {
    throw new StartupError(
      'This database holds demo teachers of another seed. Give theirs, or use another database.',
    );
  }
  return last.number;
}
