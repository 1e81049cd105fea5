import {
  type TeacherViewers,
  teacherViewersSchema,
  VIEWERS_SHOWN,
} from '@mutual-transfer/domain/accounts/contact-views';
import { HIDDEN, type Role } from '@mutual-transfer/domain/accounts/user';
import type { AuditFilters, AuditList } from '@mutual-transfer/domain/administration/audit-log';
import { paginationOf } from '@mutual-transfer/domain/query-parameters';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { App, Dependencies } from '../dependencies.ts';
import { byId } from '../http/by-id.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn } from '../http/turns.ts';
import { type AdministratorScope, isPostedInScope, isReportInScope } from '../people/administrator-scope.ts';
import { writeAudit } from '../people/audit.ts';
import { isSearched, searchedWords } from '../people/person-search.ts';
import { presentName } from '../people/present.ts';
import { isWithin } from '../platform/database/database-clock.ts';
import { countRows } from '../platform/database/read-page.ts';
import type { Database } from '../platform/database/tables.ts';
import type { SignedIn } from '../platform/sessions.ts';

/** The whole log for administrators of the state; for those of districts, who cannot view the app as a teacher, what they did themselves. */
export function isInLogOf({ administers, userId }: SignedIn): RawBuilder<SqlBool> {
  return administers === null ? sql<SqlBool>`true` : sql<SqlBool>`actor_id = ${userId}::uuid`;
}

interface AuditSearch extends AuditFilters {
  page: number;
  limit: number;
}

/**
 * Returns the SQL condition of the filters: one kind of action (an end of an agreement also by taking a teacher out of the season), or all
 * kinds except views of personal data (`look.…`); one person, or the people whose name, email, phone or school contains the searched words; a span of days.
 */
function auditCondition(
  { action, looks, person, search, ...span }: AuditFilters,
  administrator: AdministratorScope,
): RawBuilder<SqlBool> {
  const words = searchedWords(search);
  return sql<SqlBool>`(${action ?? ''} = '' or action = ${action ?? ''}
      or ${action ?? ''} = 'agreement.end' and action = 'season.takeOut' and audit_log.details ->> 'agreement' is not null)
    and ${looks === 'without' ? sql`action not like 'look.%'` : sql`true`}
    and (${person ?? null}::uuid is null or ${person ?? null}::uuid in (actor_id, impersonator_id, subject_id))
    and ${words === '' ? sql`true` : concerns(words, administrator)}
    and ${isWithin('happened_at', span)}`;
}

/**
 * Returns the condition that a person found in the administrator's districts is the actor, the impersonator or the subject. Starts from the
 * people of the entry, because the search may find thousands.
 */
function concerns(words: string, administrator: AdministratorScope): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from unnest(array[actor_id, impersonator_id, subject_id]) as person
    where person in (select users.id from users where ${isSearched(words)} and ${isPostedInScope(administrator)}))`;
}

/**
 * Returns the SQL condition that the administrator may read an entry about a teacher of their districts. Only administrators of the state
 * may read entries about payments, and about reports that administrators of districts may not read.
 */
function isEntryInScope(administrator: AdministratorScope): RawBuilder<SqlBool> {
  if (administrator.administers === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`action not like 'payment.%' and (action <> 'report.decide' or audit_log.details ->> 'report' in (
    select reports.id::text from reports where reports.reported_id = audit_log.subject_id and ${isReportInScope(administrator)}))`;
}

/** Selects the entries of the audit log that match the filters, with the names of the people. */
export function auditEntries(db: Kysely<Database>, filters: AuditFilters, administrator: AdministratorScope) {
  return db
    .selectFrom('audit_log')
    .leftJoin('users as actor', 'actor.id', 'audit_log.actor_id')
    .leftJoin('users as impersonator', 'impersonator.id', 'audit_log.impersonator_id')
    .leftJoin('users as subject', 'subject.id', 'audit_log.subject_id')
    .selectAll('audit_log')
    .select([
      sql<
        string | null
      >`(select number from agreements where id = case when audit_log.details ->> 'agreement' ~ '^[0-9a-f-]{36}$' then (audit_log.details ->> 'agreement')::uuid end)`.as(
        'agreementNumber',
      ),
      nameThen('actor', administrator).as('actorName'),
      nameThen('impersonator', administrator).as('impersonatorName'),
      nameThen('subject', administrator).as('subjectName'),
    ])
    .where(auditCondition(filters, administrator))
    .where(isEntryInScope(administrator));
}

/**
 * Returns a page of the entries that match the filters and a condition, newest first. Without a condition `person` must be a teacher posted
 * in the administrator's districts.
 */
export async function findAuditEntries(
  db: Kysely<Database>,
  { page, limit, ...filters }: AuditSearch,
  administrator: AdministratorScope,
  condition: RawBuilder<SqlBool>,
): Promise<AuditList> {
  const rows = await auditEntries(db, filters, administrator)
    .where(condition)
    .select(['actor.role as actorRole', 'subject.role as subjectRole'])
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const isListed = sql`${auditCondition(filters, administrator)} and ${isEntryInScope(administrator)} and ${condition}`;
  const total = await countRows(db, sql`select from audit_log where ${isListed}`);
  return {
    entries: rows.map((row) => ({
      ...presentAuditEntry(row),
      actorTeacher: teacherId(row.actorRole, row.actor_id),
      subjectTeacher: teacherId(row.subjectRole, row.subject_id),
    })),
    pagination: paginationOf({ page, limit }, total),
  };
}

type AuditRow = Awaited<ReturnType<ReturnType<typeof auditEntries>['execute']>>[number];

/** Returns an entry with the names of its people, and the ids of those whose account was erased. */
export function presentAuditEntry(row: AuditRow) {
  const { id, happened_at, action, address, details } = row;
  return {
    _id: id,
    happenedAt: happened_at.toISOString(),
    actor: row.actorName ?? row.actor_id ?? '',
    impersonator: row.impersonatorName ?? row.impersonator_id,
    subject: row.subjectName ?? row.subject_id,
    action,
    address,
    details,
    agreementNumber: row.agreementNumber,
    /** The call was refused and had no effect. */
    isRefused: refusedActions.includes(action) || details.isRefused === true,
  };
}

function teacherId(role: Role | null, id: string | null): string | null {
  return role === 'teacher' ? id : null;
}

const refusedActions: readonly string[] = ['refused', 'login.failed'];

/**
 * Returns the person's name at the time of the entry; null after the account was erased. The name of a teacher outside the administrator's
 * districts who hides it is hidden.
 */
function nameThen(role: 'actor' | 'impersonator' | 'subject', administrator: AdministratorScope) {
  const column = (name: string) => sql.ref(`${role}.${name}`);
  const isShown = sql`${column('role')} = 'admin' or not ${column('hide_name')}
    or ${isPostedInScope(administrator, column('district'))}`;
  return sql<string | null>`case when ${column('id')} is null then null when ${isShown} then coalesce((
    select former_names.name from former_names
    where former_names.user_id = ${column('id')} and until > audit_log.happened_at
    order by until limit 1
  ), ${column('name')}) else ${HIDDEN} end`;
}

interface AdministratorView {
  id: string | null;
  name: string | null;
  action: string;
  seen: string | null;
  at: Date;
}

/** Returns the people who viewed a teacher's data: administrators from the audit log, and teachers who opened the contact. */
async function findTeacherViewers(
  db: Kysely<Database>,
  viewer: SignedIn,
  id: string,
): Promise<TeacherViewers> {
  const [{ rows: administrators }, teachers] = await Promise.all([
    sql<AdministratorView>`
      select users.id, users.name, action, details ->> 'route' as seen, happened_at as at
      from audit_log left join users on users.id = coalesce(impersonator_id, actor_id)
      where (subject_id = ${id} and (action like 'impersonated %' or action = 'user.impersonate'))
        or (action = 'look.people' and details -> 'people' ? ${id}::text)
      order by audit_log.id desc limit ${VIEWERS_SHOWN}`.execute(db),
    db
      .selectFrom('contact_views')
      .innerJoin('users', 'users.id', 'viewer_id')
      .select(['users.id as personId', 'users.name', 'users.district', 'users.hide_name'])
      .select(['place', 'opened_at', 'seen_at'])
      .where('seen_id', '=', id)
      .orderBy('seen_at', 'desc')
      .orderBy('viewer_id')
      .limit(VIEWERS_SHOWN)
      .execute(),
  ]);
  return {
    administrators: administrators.map((view) => ({
      administrator: view.id === null || view.name === null ? null : { _id: view.id, name: view.name },
      action: view.action,
      seen: view.seen,
      at: view.at.toISOString(),
    })),
    teachers: teachers.map((view) => ({
      teacher: presentName(view, viewer),
      place: view.place,
      openedAt: view.opened_at.toISOString(),
      seenAt: view.seen_at.toISOString(),
    })),
  };
}

/** Registers the list of people who viewed a teacher's data. Each call is in the audit log. */
export function teacherViewerRoutes(app: App, { db, now }: Dependencies): void {
  app.get(
    '/api/admin/users/:id/looks',
    {
      config: { policy: 'district', concerns: 'teacher' },
      schema: {
        summary: 'List administrators who viewed a teacher, and teachers who opened the contact',
        params: byId,
        response: { 200: teacherViewersSchema },
      },
    },
    inTurn(async (request) => {
      const { id } = request.params;
      const found = await findTeacherViewers(db, signedIn(request), id);
      await writeAudit(db, request, { action: 'look.looks', subjectId: id }, now());
      return found;
    }),
  );
}
