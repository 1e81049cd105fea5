import type pg from 'pg';
import { openSessions } from './samples.ts';

/** Teacher without an open request. */
export interface IdleTeacher {
  readonly userId: string;
  /** Code of the block where they work. */
  readonly block: string;
  readonly token: string;
}

const IDLE_TEACHERS = 1_000;

/** Returns teachers who can post, enough for all concurrent visits to use different teachers. */
export async function findIdleTeachers(client: pg.Client, tokenSecret: string): Promise<IdleTeacher[]> {
  const { rows } = await client.query<Omit<IdleTeacher, 'token'>>(
    `select user_id as "userId", from_block as block from offers where request_id is null
    order by md5(user_id::text) limit $1`,
    [IDLE_TEACHERS],
  );
  const tokenOf = await openSessions(
    client,
    tokenSecret,
    rows.map(({ userId }) => userId),
  );
  return rows.map((row) => ({ ...row, token: tokenOf(row.userId) }));
}

/** Deletes the people and notices that a measurement created. */
export async function forgetWrites(client: pg.Client): Promise<void> {
  await client.query("delete from users where email like 'bench-%@example.com'");
  await client.query('delete from alerts');
}
