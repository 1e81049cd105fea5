import type { Role } from '@mutual-transfer/domain/accounts/user';
import type { AuditFilters, AuditList } from '@mutual-transfer/domain/administration/audit-log';
import { paginationOf } from '@mutual-transfer/domain/pagination';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { countRows } from '../../database/count-window.ts';
import { isWithin } from '../../database/day-span.ts';
import type { Database } from '../../database/tables/schema.ts';
import { isSearched, searchedWords } from '../teachers/people-search.ts';

interface AuditSearch extends AuditFilters {
  readonly page: number;
  readonly limit: number;
}

/**
 * Returns the SQL condition of the filters: one kind of action, or all kinds except views of personal data (`look.…`); one person, or the
 * people whose name, email, phone or school contains the searched words; a span of days.
 */
function auditCondition({ action, looks, person, search, ...span }: AuditFilters): RawBuilder<SqlBool> {
  const words = searchedWords(search);
  return sql<SqlBool>`(${action ?? ''} = '' or action = ${action ?? ''})
    and ${looks === 'without' ? sql`action not like 'look.%'` : sql`true`}
    and (${person ?? null}::uuid is null or ${person ?? null}::uuid in (actor_id, impersonator_id, subject_id))
    and ${words === '' ? sql`true` : concerns(words)}
    and ${isWithin('happened_at', span)}`;
}

/**
 * Returns the condition that a found person is the actor, the impersonator or the subject. Starts from the people of the entry, because
 * the search may find thousands.
 */
function concerns(words: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from unnest(array[actor_id, impersonator_id, subject_id]) as person
    where person in (select users.id from users where ${isSearched(words)}))`;
}

/** Selects the entries of the audit log that match the filters, with the names of the people. */
export function auditEntries(db: Kysely<Database>, filters: AuditFilters) {
  return db
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
    .where(auditCondition(filters));
}

/** Returns a page of the audit log, newest first. */
export async function findAuditEntries(
  db: Kysely<Database>,
  { page, limit, ...filters }: AuditSearch,
): Promise<AuditList> {
  const rows = await auditEntries(db, filters)
    .select(['actor.role as actorRole', 'subject.role as subjectRole'])
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const total = await countRows(db, sql`select from audit_log where ${auditCondition(filters)}`);
  return {
    entries: rows.map((row) => ({
      _id: row.id,
      happenedAt: row.happened_at.toISOString(),
      ...auditNames(row),
      action: row.action,
      address: row.address,
      details: row.details,
      actorTeacher: teacherId(row.actorRole, row.actor_id),
      subjectTeacher: teacherId(row.subjectRole, row.subject_id),
      isRefused: isRefused(row),
    })),
    pagination: paginationOf({ page, limit }, total),
  };
}

interface AuditPeople {
  readonly actor_id: string | null;
  readonly actorName: string | null;
  readonly impersonator_id: string | null;
  readonly impersonatorName: string | null;
  readonly subject_id: string | null;
  readonly subjectName: string | null;
}

/** Returns the names of the people of an entry, and the ids of those whose account was erased. */
export function auditNames(row: AuditPeople) {
  return {
    actor: row.actorName ?? row.actor_id ?? '',
    impersonator: row.impersonatorName ?? row.impersonator_id,
    subject: row.subjectName ?? row.subject_id,
  };
}

function teacherId(role: Role | null, id: string | null): string | null {
  return role === 'teacher' ? id : null;
}

const refusedActions: readonly string[] = ['refused', 'login.failed'];

/** Returns true for an entry of a call that was refused and had no effect. */
export function isRefused({
  action,
  details,
}: {
  action: string;
  details: Record<string, unknown>;
}): boolean {
  return refusedActions.includes(action) || details.isRefused === true;
}

/** Returns the person's name at the time of the entry; null after the account was erased. */
function nameThen(role: 'actor' | 'impersonator' | 'subject') {
  return sql<string | null>`coalesce((
    select former_names.name from former_names
    where former_names.user_id = ${sql.ref(`${role}.id`)} and until > audit_log.happened_at
    order by until limit 1
  ), ${sql.ref(`${role}.name`)})`;
}
