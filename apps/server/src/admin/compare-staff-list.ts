import { createHash } from 'node:crypto';
import {
  STAFF_ROWS_DESCRIBED,
  type StaffListReport,
  staffListQuerySchema,
  staffListReportSchema,
} from '@mutual-transfer/domain/administration/imports';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { App, Dependencies } from '../dependencies.ts';
import { acceptCsv, CSV_COST, csvBody } from '../http/csv-body.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { writeInTurn } from '../http/turns.ts';
import { writeAudit } from '../people/audit.ts';
import { lockMembers } from '../people/lock-members.ts';
import { verifyMembers } from '../people/members.ts';
import { recordShown } from '../people/visibility.ts';
import type { Database } from '../platform/database/tables.ts';
import {
  type FoundStaff,
  findStaff,
  judgeStaffRow,
  readStaffList,
  type StaffJudgement,
  type StaffRow,
  sharedIds,
} from './staff-list.ts';

/** Characters of the file's hash that the note of a verification repeats. */
const HASH_IN_NOTE = 12;

interface StaffList {
  text: string;
  /** Rows of the text. They are read before a transaction is opened, because that uses processor time. */
  rows: readonly StaffRow[];
  source: string;
}

type StaffOutcome =
  | { outcome: 'matched' | 'alreadyVerified'; account: FoundStaff }
  | StaffListReport['lines'][number];

/**
 * Verifies the accounts that a staff list identifies, and audits each of them. Stores the source and the hash of the file, not the list.
 * Accounts that were verified before keep their first verification, so a list can be sent again.
 */
async function verifyByStaffList(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  list: StaffList,
  now: Date,
): Promise<void> {
  const { rows } = list;
  const outcomes = outcomesOf(rows, await lockStaff(transaction, request, rows), () => false);
  const matched = outcomes.flatMap((row) => (row.outcome === 'matched' ? [row.account.id] : []));
  const verified = await verifyMembers(transaction, matched, {
    verified_at: now,
    verified_how: 'administrator',
    verified_by: signedIn(request).userId,
    verified_note: noteOf(list),
  });
  const details = {
    file: hashOf(list.text),
    source: list.source,
    rows: rows.length,
    verified: verified.length,
  };
  await writeAudit(transaction, request, { action: 'verification.list', details }, now);
  for (const subjectId of verified) {
    const entry = { action: 'user.verify', subjectId, details: { note: noteOf(list) } } as const;
    await writeAudit(transaction, request, entry, now);
  }
}

/** Returns the accounts as they are once they are locked, so that none changes its name or phone between comparison and verification. */
async function lockStaff(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  rows: readonly StaffRow[],
): Promise<FoundStaff[]> {
  const find = () => findStaff(transaction, signedIn(request), rows);
  const ids = new Set((await find()).map(({ id }) => id));
  await lockMembers(transaction, [...ids]);
  // An account that began to match meanwhile is not locked.
  return (await find()).filter(({ id }) => ids.has(id));
}

/** Returns the outcome of each row for the current accounts. Without `isPreview`, accounts that this list verified are `matched`. */
async function reportOnStaffList(
  db: Kysely<Database>,
  request: FastifyRequest,
  list: StaffList & { isPreview: boolean },
): Promise<StaffListReport> {
  const { rows } = list;
  const wasVerifiedByIt = ({ verifiedNote }: FoundStaff) => !list.isPreview && verifiedNote === noteOf(list);
  const outcomes = outcomesOf(rows, await findStaff(db, signedIn(request), rows), wasVerifiedByIt);
  const count = (outcome: StaffOutcome['outcome']) =>
    outcomes.filter((row) => row.outcome === outcome).length;
  const lines = outcomes.flatMap((row) => ('account' in row ? [] : [row])).slice(0, STAFF_ROWS_DESCRIBED);
  for (const { user } of lines) if (user !== null) recordShown(signedIn(request), user._id);
  return {
    preview: list.isPreview,
    fileHash: hashOf(list.text),
    rows: rows.length,
    matched: count('matched'),
    alreadyVerified: count('alreadyVerified'),
    contradictions: count('contradiction'),
    notFound: count('notFound'),
    lines,
  };
}

function outcomesOf(
  rows: readonly StaffRow[],
  accounts: readonly FoundStaff[],
  countsAsMatched: (account: FoundStaff) => boolean,
): StaffOutcome[] {
  const candidatesOf = indexStaff(accounts);
  const judged = rows.map((row) => ({ row, judgement: judgeStaffRow(row, candidatesOf(row)) }));
  const shared = sharedIds(judged);
  const matched = new Set<string>();
  return judged.map(({ row, judgement }): StaffOutcome => {
    if (judgement.kind !== 'matched') return describe(row, judgement);
    const { account } = judgement;
    if (row.employeeId !== undefined && shared.has(row.employeeId)) {
      return describe(row, { kind: 'contradiction', account, differs: ['sharedId'] });
    }
    if (matched.has(account.id)) {
      return describe(row, { kind: 'contradiction', account, differs: ['repeated'] });
    }
    matched.add(account.id);
    const isNew = account.verifiedAt === null || countsAsMatched(account);
    return { outcome: isNew ? 'matched' : 'alreadyVerified', account };
  });
}

function describe(
  { line, name }: StaffRow,
  judgement: Exclude<StaffJudgement<FoundStaff>, { kind: 'matched' }>,
): StaffListReport['lines'][number] {
  const differs = [...judgement.differs];
  if (judgement.kind === 'notFound') return { line, outcome: 'notFound', name, user: null, differs };
  const { account } = judgement;
  const user = { _id: account.id, name: account.name };
  return { line, outcome: 'contradiction', name, user, differs };
}

/** Returns a function that finds the accounts with the employee id or the phone number of a row. */
function indexStaff(accounts: readonly FoundStaff[]): (row: StaffRow) => FoundStaff[] {
  const byEmployeeId = Map.groupBy(accounts, ({ employeeId }) => employeeId);
  const byPhone = Map.groupBy(accounts, ({ phone }) => phone);
  return ({ employeeId, phone }) => {
    const withId = employeeId === undefined ? undefined : byEmployeeId.get(employeeId);
    const withPhone = phone === undefined ? undefined : byPhone.get(phone);
    return [...new Set([...(withId ?? []), ...(withPhone ?? [])])];
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function noteOf({ text, source }: StaffList): string {
  return `${source} (${hashOf(text).slice(0, HASH_IN_NOTE)})`;
}

/** Registers the verification of teachers by the department's staff list. */
export function staffListRoutes(app: App, { db, now }: Dependencies): void {
  app.register(async (files: App) => {
    acceptCsv(files);
    files.post(
      '/api/admin/verifications',
      {
        config: { policy: 'district', concerns: 'rows', idempotency: 'key', cost: CSV_COST },
        schema: {
          summary: 'Verify the teachers of a staff list, or preview it',
          description:
            'The first line names the columns: `employee id`, `name`, `phone`, `district`, in any order and in English or Hindi; others are ' +
            'ignored. A row is matched by the employee id, then by the phone number, and only if every other fact agrees.',
          querystring: staffListQuerySchema,
          ...csvBody,
          response: { 200: staffListReportSchema },
        },
      },
      writeInTurn(async (request, reply) => {
        const { preview, source } = request.query;
        const list = { text: request.body, rows: readStaffList(request.body), source };
        if (preview === 'true') return reportOnStaffList(db, request, { ...list, isPreview: true });
        return once(request, reply, {
          change: (commit) =>
            commit(async (transaction) => {
              await verifyByStaffList(transaction, request, list, now());
              return {};
            }),
          answer: () => reportOnStaffList(db, request, { ...list, isPreview: false }),
        });
      }),
    );
  });
}
