import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Returns the query of the ids of all people separated from a person by a block. */
export function excludedIds(userId: string | RawBuilder<unknown>): RawBuilder<string> {
  return sql`select blocked_id from blocks where blocker_id = ${userId}
    union all select blocker_id from blocks where blocked_id = ${userId}`;
}

/**
 * Returns the SQL condition that no block separates a person from the person whose id is in that column. PostgreSQL reads the blocks once
 * per statement.
 */
export function isUnblocked(column: string, userId: string | RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} <> all (array(${excludedIds(userId)}))`;
}

/** Returns the SQL condition that the person whose id is in that column blocks a person. */
export function isBlocking(column: string, userId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from blocks where blocker_id = ${sql.ref(column)} and blocked_id = ${userId})`;
}
