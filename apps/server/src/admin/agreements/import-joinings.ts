import { isFarDay, type JoiningLineResult } from '@mutual-transfer/domain/administration/office-agreement';

import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { withLatinDigits } from '@mutual-transfer/domain/language/text';
import { recordJoining } from '../../agreements/office/record-joining.ts';
import { type CsvRow, readCsv } from '../../http/csv-body.ts';
import { isElsewhere } from '../../people/visibility.ts';
import {
  type AgreementImport,
  dayOf,
  type FoundAgreement,
  filledRows,
  type ImportMember,
  type Judging,
  type NamedRow,
} from './import-agreements.ts';

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

interface Line extends NamedRow<Row> {
  result: JoiningLineResult;
  member: ImportMember | undefined;
  /** ISO day; the typed text if it is no day. */
  date: string;
  /** Different day that is already recorded for the member, or stated by an earlier line of the file. */
  otherDay: string | null;
}

export const joiningsImport: AgreementImport<Row, Line> = {
  read: readJoinings,
  judge,
  imported: () => ({ kind: 'joining' }),
  record: async (transaction, { row, member, date }, action) => {
    if (member?.id == null) return;
    const recordMoved = isYes(row.values.moved);
    await recordJoining(transaction, action, { member: member.id, date, recordMoved });
  },
  details: ({ member, date, otherDay }) => ({ member: member?.name ?? null, date, otherDay }),
};

/** Returns the rows of the file that have a day of joining. @throws {AppError} `validation_failed`. */
function readJoinings(file: string): Row[] {
  return filledRows(readCsv(file, columns), ({ values }) => values.joined !== '');
}

function judge(rows: readonly NamedRow<Row>[], judging: Judging): Line[] {
  const days = new Map<string, string>();
  return rows.map((named) => {
    const { values } = named.row;
    const member = named.agreement?.members[seatOf(values.seat) - 1];
    const day = dayOf(values.joined);
    const line = { ...named, member, date: day ?? values.joined, otherDay: null };
    return comparedWith(days, { ...line, result: resultOf(line, judging, day !== undefined) });
  });
}

/**
 * Compares the day with the recorded one, and with that of an earlier line for the same seat. @param days days of the earlier lines by seat.
 */
function comparedWith(days: Map<string, string>, line: Line): Line {
  const { agreement, member, date, result } = line;
  if (result !== 'recorded' && result !== 'already') return line;
  const seat = `${agreement?.id} ${seatOf(line.row.values.seat)}`;
  const earlier = days.get(seat);
  days.set(seat, earlier ?? date);
  const otherDay = otherThan(date, earlier ?? member?.joinedOn);
  if (earlier === undefined) return { ...line, otherDay };
  return { ...line, otherDay, result: otherDay === null ? 'already' : 'other_day' };
}

function seatOf(text: string): number {
  return Number(withLatinDigits(text));
}

function otherThan(date: string, recorded: string | null | undefined): string | null {
  return recorded == null || recorded === date ? null : recorded;
}

function resultOf(
  { row, agreement, isAmbiguous, member, date }: Omit<Line, 'result'>,
  { viewer, now }: Judging,
  isDay: boolean,
): JoiningLineResult {
  if (agreement === undefined) return isAmbiguous ? 'ambiguous' : 'unknown';
  if (member?.id == null) return 'no_member';
  if (!isDay) return 'bad_date';
  // Checked before `already`, which would confirm a day that the administrator may not see. The joining moves the member, so
  // `member.district` is then the new district.
  if (isElsewhere(viewer, member.district)) return 'elsewhere';
  const isRecorded = member.joinedOn === date && (member.isMoved || !isYes(row.values.moved));
  if (isRecorded) return 'already';
  return resultOfNew(date, agreement, { member, now });
}

/** Returns the result of a day of joining that is not recorded yet, or is recorded without the note that the service record was moved. */
function resultOfNew(
  date: string,
  agreement: FoundAgreement,
  { member, now }: { member: ImportMember; now: Date },
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
