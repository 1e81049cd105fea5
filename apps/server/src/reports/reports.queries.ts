import type { Report, ReportList } from '@mutual-transfer/domain/administration/report';
import type { DaySpan } from '@mutual-transfer/domain/day-span';
import type { PageQuery } from '@mutual-transfer/domain/pagination';
import { type Kysely, sql } from 'kysely';
import { isWithin } from '../database/day-span.ts';
import { readPage } from '../database/read-page.ts';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { isReportInScope } from '../privacy/administrator-scope.queries.ts';
import { personColumns, presentPerson } from '../privacy/present.ts';
import type { SignedIn } from '../sessions/viewer.ts';

type Db = Kysely<Database>;

interface PageOfReports extends DaySpan, PageQuery {
  readonly state: 'open' | 'decided';
  readonly reason?: Report['reason'] | undefined;
}

/** Returns a page of reports: open reports, oldest first, or decided reports, newest first. */
export async function findReports(db: Db, viewer: SignedIn, query: PageOfReports): Promise<ReportList> {
  const isOpen = query.state === 'open';
  const chosen = db
    .selectFrom('reports')
    .where('reports.decided_at', isOpen ? 'is' : 'is not', null)
    .where(isWithin('reports.created_at', query))
    .where(isReportInScope(viewer))
    .$if(query.reason !== undefined, (reports) => reports.where('reason', '=', query.reason ?? 'other'))
    .select('id')
    .orderBy(isOpen ? 'id' : 'decided_at', isOpen ? 'asc' : 'desc')
    .orderBy('id');
  const { rows, pagination } = await readPage(chosen, query);
  const ids = rows.map(({ id }) => id);
  return { reports: await readReports(db, viewer, ids), pagination };
}

/** Returns one report. @throws {AppError} `not_found`. */
export async function findReport(db: Db, viewer: SignedIn, id: string): Promise<Report> {
  const [found] = await readReports(db, viewer, [id]);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

async function readReports(db: Db, viewer: SignedIn, ids: readonly string[]): Promise<Report[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('reports')
    .leftJoin('requests', 'requests.id', 'reports.request_id')
    .leftJoin('alerts', 'alerts.id', 'reports.alert_id')
    .selectAll('reports')
    .select([
      sql<string | null>`requests.reason || coalesce(E'\\n' || requests.additional_info, '')`.as(
        'requestText',
      ),
      'alerts.message as alertText',
    ])
    .select(
      sql<number>`(select count(*)::int from reports as all_reports
        where all_reports.reported_id = reports.reported_id and ${isReportInScope(viewer, 'all_reports')})`.as(
        'reportsOfTeacher',
      ),
    )
    .where('reports.id', 'in', ids)
    .execute();
  const people = await db
    .selectFrom('users')
    .select(personColumns)
    .where(
      'users.id',
      'in',
      rows.flatMap(({ reporter_id, reported_id }) => [reporter_id, reported_id]).filter((id) => id !== null),
    )
    .execute();
  const byId = new Map(people.map((person) => [person.personId, person]));
  const show = (id: string | null) => {
    const person = byId.get(id ?? '');
    return person === undefined ? null : presentPerson(person, viewer);
  };
  const byReport = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byReport.get(id);
    const reported = show(row?.reported_id ?? null);
    if (row === undefined || reported === null) return [];
    return {
      _id: id,
      reporter: show(row.reporter_id),
      reported,
      reason: row.reason,
      words: row.words,
      requestId: row.request_id,
      requestText: row.requestText,
      alertId: row.alert_id,
      alertText: row.alertText,
      reportsOfTeacher: row.reportsOfTeacher,
      createdAt: row.created_at.toISOString(),
      decision: row.decision,
      decisionWords: row.decision_words,
      decidedAt: row.decided_at?.toISOString() ?? null,
    };
  });
}
