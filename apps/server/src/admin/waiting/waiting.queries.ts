import type { Waiting, WaitingKind } from '@mutual-transfer/domain/administration/waiting';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { isPostedInScope, isReportInScope } from '../../privacy/administrator-scope.queries.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { agreementCondition } from '../agreements/agreement-condition.queries.ts';
import { heldTexts } from '../held-texts/held-texts.queries.ts';

/** Returns the number of rows of each kind that wait for the administrator, each with the URL of their list. */
export async function countWaiting(db: Kysely<Database>, viewer: SignedIn, now: Date): Promise<Waiting> {
  const due = now.toISOString();
  const isOpen = sql`decided_at is null and ${isReportInScope(viewer)}`;
  const heldInScope = isPostedInScope(viewer, sql.ref('writer.district'));
  const { rows } = await sql<Record<WaitingKind, number>>`select
    ${count(sql`reports where ${isOpen} and reason = 'money'`)} as "moneyReports",
    ${count(sql`reports where ${isOpen}`)} as reports,
    ${count(sql`(${heldTexts}) as held join users as writer on writer.id = writer_id where ${heldInScope}`)} as "heldTexts",
    ${count(sql`agreements where ${agreementCondition(viewer, { due }, now)}`)} as "overdueAgreements",
    ${count(sql`agreements where ${agreementCondition(viewer, { joined: 'some' }, now)}`)} as "partlyJoined",
    ${count(sql`deliveries where state = 'dead'`)} as undelivered`.execute(db);
  const rowsOf = (kind: WaitingKind, list: string) => ({ count: rows[0]?.[kind] ?? 0, list });
  const ofAll = {
    reports: rowsOf('reports', '/api/admin/reports?state=open'),
    heldTexts: rowsOf('heldTexts', '/api/admin/held-texts'),
    overdueAgreements: rowsOf('overdueAgreements', `/api/admin/agreements?due=${due}`),
    partlyJoined: rowsOf('partlyJoined', '/api/admin/agreements?joined=some'),
  };
  if (viewer.administers !== null) return ofAll;
  return {
    ...ofAll,
    moneyReports: rowsOf('moneyReports', '/api/admin/reports?state=open&reason=money'),
    undelivered: rowsOf('undelivered', '/api/admin/undelivered'),
  };
}

function count(rows: RawBuilder<unknown>) {
  return sql`(select count(*)::int from ${rows})`;
}
