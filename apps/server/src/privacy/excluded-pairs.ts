import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The query of whom a block keeps apart from that person. */
export function apartIds(userId: string): RawBuilder<string> {
  return sql`select blocked_id from blocks where blocker_id = ${userId}
    union all select blocker_id from blocks where blocked_id = ${userId}`;
}

/** The condition that no block keeps the person of that column apart from this one. Those blocked are read once a statement. */
export function isUnblocked(column: string, userId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} <> all (array(${apartIds(userId)}))`;
}
