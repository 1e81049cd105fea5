import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Returns the query of the people separated from that person by a block. */
export function excludedIds(userId: string): RawBuilder<string> {
  return sql`select blocked_id from blocks where blocker_id = ${userId}
    union all select blocker_id from blocks where blocked_id = ${userId}`;
}

/**
 * Returns the condition that no block separates the person in that column from this one. PostgreSQL reads the blocked people once per
 * statement.
 */
export function isUnblocked(column: string, userId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} <> all (array(${excludedIds(userId)}))`;
}
