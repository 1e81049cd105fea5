import type {
  JoiningLineResult,
  JoiningLines,
} from '@mutual-transfer/domain/administration/office-agreement';
import { isFarDay } from '@mutual-transfer/domain/administration/office-days';
import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import type { Kysely, Transaction } from 'kysely';
import { recordJoining } from '../../agreements/office/record-joining.ts';
import type { Database } from '../../database/tables/schema.ts';
import { type CsvRow, readCsv } from '../../http/csv/csv-body.ts';
import { lockMembers } from '../../members/lock-members.ts';
import { isElsewhere } from '../../privacy/visibility.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { dayOf, filledRows, isNamed } from './import-lines.ts';
import { type FoundAgreement, type FoundMember, findNamed } from './orders.queries.ts';

/** Columns of the file. The exported list of agreements has them, so that an office can fill in that list and upload it. */
const columns = {
  agreement: { names: ['agreement', 'group', 'समझौता', 'समूह'], isRequired: true },
  seat: { names: ['seat', 'क्रम'], isRequired: true },
  joined: {
    names: ['joining report', 'joined on', 'date', 'योगदान प्रतिवेदन', 'योगदान', 'योगदान की तारीख़', 'दिनांक'],
    isRequired: true,
  },
  moved: { names: ['record moved', 'सेवा अभिलेख'] },
} as const;

/** Characters of a day, as in `2026-11-25`. */
const DAY_LENGTH = 10;

type Row = CsvRow<keyof typeof columns>;

interface Line {
  readonly row: Row;
  readonly result: JoiningLineResult;
  readonly agreement: FoundAgreement | undefined;
  readonly member: FoundMember | undefined;
  readonly date: string;
  /** Different day that is already recorded for the member, or stated by an earlier line of the file. */
  readonly otherDay: string | null;
}

/** Returns the rows of the file that have a day of joining. @throws {AppError} `validation_failed`. */
export function readJoinings(file: string): Row[] {
  return filledRows(readCsv(file, columns), ({ values }) => values.joined !== '');
}

/** Returns the result of each line; with `preview`, the result that it would have. @param made the lines that the call recorded. */
export async function reportJoinings(
  db: Kysely<Database>,
  viewer: SignedIn,
  rows: readonly Row[],
  { preview, made = [], now }: { preview: boolean; made?: readonly string[]; now: Date },
): Promise<JoiningLines> {
  const lines = (await judge(db, viewer, rows, now)).map(
    ({ row, result, agreement, member, date, otherDay }) => ({
      line: row.line,
      agreement: row.values.agreement,
      id: agreement?.id ?? null,
      member: member?.name ?? null,
      date,
      otherDay,
      result: made.includes(String(row.line)) ? ('recorded' as const) : result,
    }),
  );
  return { preview, recorded: lines.filter(({ result }) => result === 'recorded').length, lines };
}

/** Records the joinings of all lines that can be recorded. Locks all members first. @returns the numbers of the lines, as texts. */
export async function recordJoinings(
  transaction: Transaction<Database>,
  viewer: SignedIn,
  rows: readonly Row[],
  { now, reason }: { now: Date; reason: string },
): Promise<string[]> {
  const named = (await judge(transaction, viewer, rows, now)).flatMap(
    ({ agreement }) => agreement?.members ?? [],
  );
  await lockMembers(
    transaction,
    named.flatMap(({ id }) => id ?? []),
  );
  const due = (await judge(transaction, viewer, rows, now)).filter(({ result }) => result === 'recorded');
  due.sort((first, second) => String(first.agreement?.id).localeCompare(String(second.agreement?.id)));
  for (const { row, agreement, member, date } of due) {
    if (agreement === undefined || member?.id == null) continue;
    const action = { id: agreement.id, by: viewer.userId, administers: viewer.administers, reason, now };
    await recordJoining(transaction, action, {
      member: member.id,
      date,
      recordMoved: isYes(row.values.moved),
    });
  }
  return due.map(({ row }) => String(row.line));
}

async function judge(
  db: Kysely<Database>,
  viewer: SignedIn,
  rows: readonly Row[],
  now: Date,
): Promise<Line[]> {
  const names = rows.map(({ values }) => values.agreement);
  const found = await findNamed(db, viewer, names);
  const days = new Map<string, string>();
  return rows.map((row): Line => {
    const named = found.filter((one) => isNamed(row.values.agreement, one));
    const agreement = named.length === 1 ? named[0] : undefined;
    const member = agreement?.members[Number(row.values.seat) - 1];
    const date = dayOf(row.values.joined);
    const line = { row, agreement, member, date: date ?? row.values.joined, otherDay: null };
    if (named.length > 1) return { ...line, result: 'ambiguous' };
    return comparedWith(days, {
      ...line,
      result: resultOf(line, viewer, { isDay: date !== undefined, now }),
    });
  });
}

/**
 * Compares the day with the recorded one, and with that of an earlier line for the same seat. @param days days of the earlier lines by seat.
 */
function comparedWith(days: Map<string, string>, line: Line): Line {
  const { agreement, member, date, result } = line;
  if (result !== 'recorded' && result !== 'already') return line;
  const seat = `${agreement?.id} ${Number(line.row.values.seat)}`;
  const earlier = days.get(seat);
  days.set(seat, earlier ?? date);
  const otherDay = otherThan(date, earlier ?? member?.joinedOn);
  if (earlier === undefined) return { ...line, otherDay };
  return { ...line, otherDay, result: otherDay === null ? 'already' : 'other_day' };
}

function otherThan(date: string, recorded: string | null | undefined): string | null {
  return recorded == null || recorded === date ? null : recorded;
}

function resultOf(
  { row, agreement, member, date }: Omit<Line, 'otherDay' | 'result'>,
  viewer: SignedIn,
  { isDay, now }: { isDay: boolean; now: Date },
): JoiningLineResult {
  if (agreement === undefined) return 'unknown';
  if (member?.id == null) return 'no_member';
  if (!isDay) return 'bad_date';
  // Checked before `already`, which would confirm a day that the administrator may not see. After the joining it is the new district.
  if (isElsewhere(viewer, member.district)) return 'elsewhere';
  const isRecorded = member.joinedOn === date && (member.isMoved || !isYes(row.values.moved));
  if (isRecorded) return 'already';
  return resultOfNew(date, agreement, { member, now });
}

/** Returns the result of a day of joining that is not recorded, or not with the note that the service record was moved. */
function resultOfNew(
  date: string,
  agreement: FoundAgreement,
  { member, now }: { member: FoundMember; now: Date },
): JoiningLineResult {
  // A completed agreement still accepts a corrected day, and the note that the service record was moved.
  const { state } = agreement;
  if (state === 'proposed') return 'not_agreed';
  if (!isBinding(state) && state !== 'completed') return 'over';
  if (member.joinedOn === date) return 'recorded';
  return isFarDay(date, dayInIndia(now)) ? 'far_date' : 'recorded';
}

/** Returns true for a yes or a date. The exported list has the time at which the record was moved in this column. */
function isYes(text: string): boolean {
  return /^(yes|y|true|1|हाँ|हां)$/i.test(text) || dayOf(text.slice(0, DAY_LENGTH)) !== undefined;
}
