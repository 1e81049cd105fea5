import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import type { Passwords } from '../sign-in/passwords.ts';
import { addDemoAgreements, findDemoMember, findDemoPairs } from './demo-agreements.ts';
import {
  ADMINISTRATOR_EMAIL,
  addDemoAdministrator,
  addDemoTeachers,
  DEMO_PASSWORD,
  DEMO_SEED,
} from './demo-world.ts';

/** A demo login, printed at the start. */
export interface DemoLogin {
  who: string;
  email: string;
  password: string;
}

const DEMO_TEACHERS = 2_000;

/**
 * Fills an empty database with demo teachers and a demo administrator, all with the same published password.
 *
 * @returns the demo logins; empty for a database without demo data.
 */
export async function fillEmptyDatabase(
  database: OpenDatabase,
  passwords: Passwords,
  now: Date,
): Promise<DemoLogin[]> {
  if (await isEmpty(database)) await fill(database, await passwords.hash(DEMO_PASSWORD), now);
  const administrator = await database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', ADMINISTRATOR_EMAIL)
    .executeTakeFirst();
  if (!administrator) return [];
  const [matched] = await findDemoPairs(database.db, 1);
  const underWay = await findDemoMember(database.db, 'in_progress');
  const moved = await findDemoMember(database.db, 'completed');
  return [
    ...(matched ? [{ who: 'Teacher', email: matched.email, password: DEMO_PASSWORD }] : []),
    ...(underWay ? [{ who: 'Teacher in an agreement', email: underWay, password: DEMO_PASSWORD }] : []),
    ...(moved ? [{ who: 'Teacher who has moved', email: moved, password: DEMO_PASSWORD }] : []),
    { who: 'Administrator', email: ADMINISTRATOR_EMAIL, password: DEMO_PASSWORD },
  ];
}

/** Fills the database under an advisory lock, so that of several servers that start on one new database only one fills it. */
async function fill(database: OpenDatabase, passwordHash: string, now: Date): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.demoWorld]);
    if (!(await isEmpty(database))) return;
    await addDemoTeachers(database, { seed: DEMO_SEED, teachers: DEMO_TEACHERS, now, passwordHash });
    await addDemoAdministrator(database, passwordHash, now);
    await addDemoAgreements(database.db, now);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLocks.demoWorld]).catch(() => {});
    client.release();
  }
}

async function isEmpty({ db }: OpenDatabase): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}
