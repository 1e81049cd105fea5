import { createHash } from 'node:crypto';
import { teacherFieldSchemas } from '@mutual-transfer/domain/accounts/user';
import type { ImportedFile } from '@mutual-transfer/domain/administration/imports';
import { STAFF_ROWS_DESCRIBED, type StaffListReport } from '@mutual-transfer/domain/administration/imports';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { signedIn } from '../../http/policy.ts';
import { writeAudit, writeAudits } from '../../people/audit.ts';
import { lockMembers } from '../../people/lock-members.ts';
import { stateEmployeeIds, verifyMembers } from '../../people/members.ts';
import { isElsewhere, recordShown } from '../../people/visibility.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Viewer } from '../../platform/sessions.ts';
import {
  type FoundStaff,
  findStaff,
  judgeStaffRow,
  type StaffJudgement,
  type StaffRow,
  sharedIds,
} from './staff-rows.ts';

/** Characters of the file's hash that the note of a verification repeats. */
const HASH_IN_NOTE = 12;

/** A staff list that was read. It is read before a transaction is opened, because that uses processor time. */
interface StaffList {
  file: ImportedFile;
  rows: readonly StaffRow[];
  /** SHA-256 of the text. */
  hash: string;
  source: string;
  /** Lines whose account is verified although the name differs. */
  accept: readonly number[];
}

interface Identified {
  outcome: 'matched' | 'alreadyVerified';
  account: FoundStaff;
  row: StaffRow;
}

type StaffOutcome = Identified | StaffListReport['lines'][number];

/**
 * Verifies the accounts that a staff list identifies, and states the employee id of the row for those without one. Audits each of both. Stores the source and the hash of the file, not the list.
 * Accounts that were verified before keep their first verification, so a list can be sent again.
 */
export async function verifyByStaffList(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  list: StaffList,
  now: Date,
): Promise<void> {
  const { rows } = list;
  const outcomes = outcomesOf(list, await lockStaff(transaction, request, rows), {
    viewer: signedIn(request),
    countsAsMatched: () => false,
  });
  const matched = outcomes.flatMap((row) => (row.outcome === 'matched' ? [row.account.id] : []));
  const ids = outcomes.flatMap((row) => ('account' in row ? idToState(row) : []));
  const stated = await stateEmployeeIds(transaction, ids);
  const verified = await verifyMembers(transaction, matched, {
    verified_at: now,
    verified_how: 'administrator',
    verified_by: signedIn(request).userId,
    verified_note: noteOf(list),
  });
  const details = {
    file: list.hash,
    source: list.source,
    rows: rows.length,
    verified: verified.length,
    employeeIds: stated.length,
  };
  await writeAudit(transaction, request, { action: 'verification.list', details }, now);
  const stating = { changed: ['teacherId'], reason: noteOf(list) };
  const entries = [
    ...stated.map((subjectId) => ({ action: 'user.correct', subjectId, details: stating }) as const),
    ...verified.map(
      (subjectId) => ({ action: 'user.verify', subjectId, details: { note: noteOf(list) } }) as const,
    ),
  ];
  await writeAudits(transaction, request, entries, now);
}

/** Returns the employee id of a row, if it is one and its account has none. */
function idToState({ account, row }: Identified): { id: string; employeeId: string }[] {
  const read = teacherFieldSchemas.teacherId.safeParse(row.employeeId);
  return account.employeeId === null && read.success ? [{ id: account.id, employeeId: read.data }] : [];
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
export async function reportOnStaffList(
  db: Kysely<Database>,
  request: FastifyRequest,
  list: StaffList & { isPreview: boolean },
): Promise<StaffListReport> {
  const { rows, file, isPreview } = list;
  const viewer = signedIn(request);
  const wasVerifiedByIt = ({ verifiedNote }: FoundStaff) => !isPreview && verifiedNote === noteOf(list);
  const outcomes = outcomesOf(list, await findStaff(db, viewer, rows), {
    viewer,
    countsAsMatched: wasVerifiedByIt,
  });
  const count = (outcome: StaffOutcome['outcome']) =>
    outcomes.filter((row) => row.outcome === outcome).length;
  const lines = outcomes.flatMap((row) => ('account' in row ? [] : [row])).slice(0, STAFF_ROWS_DESCRIBED);
  for (const { user } of lines) if (user !== null) recordShown(viewer, user._id);
  return {
    preview: isPreview,
    file,
    fileHash: list.hash,
    rows: rows.length,
    matched: count('matched'),
    alreadyVerified: count('alreadyVerified'),
    contradictions: count('contradiction'),
    notFound: count('notFound'),
    unreadable: count('unreadable'),
    lines,
  };
}

interface Comparing {
  viewer: Viewer;
  /** Returns true for an account that is verified, but counts as verified by this list. */
  countsAsMatched: (account: FoundStaff) => boolean;
}

function outcomesOf(
  { rows, accept }: Pick<StaffList, 'rows' | 'accept'>,
  accounts: readonly FoundStaff[],
  { viewer, countsAsMatched }: Comparing,
): StaffOutcome[] {
  const candidatesOf = indexStaff(accounts);
  const judged = rows.map((row) => ({ row, judgement: judgeStaffRow(row, candidatesOf(row)) }));
  const shared = sharedIds(judged);
  const matched = new Set<string>();
  return judged.map(({ row, judgement }): StaffOutcome => {
    const isShared = row.employeeId !== undefined && shared.has(row.employeeId);
    const problem = problemOf(row, judgement, { viewer, isShared, isAccepted: accept.includes(row.line) });
    if (judgement.kind === 'notFound') return problem ?? describe(row, 'notFound', judgement);
    if (problem !== undefined) return problem;
    const { account } = judgement;
    if (matched.has(account.id)) return describe(row, 'contradiction', { account, differs: ['repeated'] });
    matched.add(account.id);
    const isNew = account.verifiedAt === null || countsAsMatched(account);
    return { outcome: isNew ? 'matched' : 'alreadyVerified', account, row };
  });
}

/** Returns the reason for which a row verifies no account, whatever the rows above it do. */
function problemOf(
  row: StaffRow,
  judgement: StaffJudgement<FoundStaff>,
  { viewer, isShared, isAccepted }: { viewer: Viewer; isShared: boolean; isAccepted: boolean },
): Line | undefined {
  if (row.damage !== undefined) return describe(row, 'unreadable', { differs: [row.damage] });
  if (judgement.kind === 'notFound') {
    // Only what the row states: whether the teacher has an account is no concern of another district.
    const isOfOther = typeof row.districtCode === 'string' && isElsewhere(viewer, row.districtCode);
    return describe(row, 'notFound', { differs: isOfOther ? ['elsewhere'] : judgement.differs });
  }
  if (judgement.kind === 'contradiction') {
    const canAccept = hasOtherName(judgement) && !isShared;
    if (!canAccept || !isAccepted) return describe(row, 'contradiction', { ...judgement, canAccept });
  }
  return isShared
    ? describe(row, 'contradiction', { account: judgement.account, differs: ['sharedId'] })
    : undefined;
}

/** Returns true if only the name differs, of which an administrator can decide that it is the same. */
function hasOtherName({ differs }: { differs: readonly string[] }): boolean {
  return differs.length === 1 && differs[0] === 'name';
}

type Line = StaffListReport['lines'][number];

function describe(
  { line, name, values }: StaffRow,
  outcome: Line['outcome'],
  {
    account,
    differs,
    canAccept = false,
  }: { account?: FoundStaff; differs: readonly Line['differs'][number][]; canAccept?: boolean },
): Line {
  const user = account === undefined ? null : { _id: account.id, name: account.name };
  const { employeeId, phone, district } = values;
  const listed = { employeeId, number: phone, district };
  return { line, outcome, name, listed, user, canAccept, differs: [...differs] };
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

/** Returns the SHA-256 of a list in hexadecimal. */
export function hashOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

function noteOf({ hash, source }: Pick<StaffList, 'hash' | 'source'>): string {
  return `${source} (${hash.slice(0, HASH_IN_NOTE)})`;
}
