import type { AuditFilters, AuditList } from '@mutual-transfer/domain/administration';
import { LIST_WINDOW } from '@mutual-transfer/domain/constants';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { isWithin } from './span.ts';

interface AuditSearch extends AuditFilters {
  readonly page: number;
  readonly limit: number;
}

/** Entries of one kind of action, about one person, within the days of a span. */
export function auditCondition({ action, person, ...span }: AuditFilters): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${action ?? ''} = '' or action = ${action ?? ''})
    and (${person ?? null}::uuid is null or ${person ?? null}::uuid in (actor_id, impersonator_id, subject_id))
    and ${isWithin('happened_at', span)}`;
}

/** The audit log, newest first: all of it, one kind of action, or what concerns one person. */
export async function findAuditEntries(
  db: Kysely<Database>,
  { page, limit, ...filters }: AuditSearch,
): Promise<AuditList> {
  const condition = auditCondition(filters);
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('users as actor', 'actor.id', 'audit_log.actor_id')
    .leftJoin('users as impersonator', 'impersonator.id', 'audit_log.impersonator_id')
    .leftJoin('users as subject', 'subject.id', 'audit_log.subject_id')
    .selectAll('audit_log')
    .select([
      nameThen('actor').as('actorName'),
      nameThen('impersonator').as('impersonatorName'),
      nameThen('subject').as('subjectName'),
    ])
    .where(condition)
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const counted = db
    .selectFrom('audit_log')
    .select(sql`1`.as('one'))
    .where(condition)
    .limit(LIST_WINDOW + 1);
  const { rows: counts } = await sql<{ count: string }>`select count(*) from (${counted}) as counted`.execute(
    db,
  );
  const count = Number(counts[0]?.count ?? 0);
  const total = Math.min(count, LIST_WINDOW);
  return {
    entries: rows.map((row) => ({
      _id: row.id,
      happenedAt: row.happened_at.toISOString(),
      actor: row.actorName ?? row.actor_id ?? '',
      impersonator: row.impersonator_id === null ? null : (row.impersonatorName ?? row.impersonator_id),
      action: row.action,
      subject: row.subject_id === null ? null : (row.subjectName ?? row.subject_id),
      address: row.address,
      details: row.details,
    })),
    pagination: { page, limit, total, pages: Math.ceil(total / limit), totalIsExact: count <= LIST_WINDOW },
  };
}

/** What the person of a row was called when it was written; null once the account is erased. */
function nameThen(role: 'actor' | 'impersonator' | 'subject') {
  return sql<string | null>`coalesce((
    select former_names.name from former_names
    where former_names.user_id = ${sql.ref(`${role}.id`)} and until > audit_log.happened_at
    order by until limit 1
  ), ${sql.ref(`${role}.name`)})`;
}
