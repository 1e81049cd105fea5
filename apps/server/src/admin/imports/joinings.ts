import type { LineMark } from '@mutual-transfer/domain/administration/imports';
import type { JoiningLineResult } from '@mutual-transfer/domain/administration/office-agreement';
import { isFarDay } from '@mutual-transfer/domain/administration/office-agreement';
import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { marksOfDay, recordJoining } from '../../agreements/office/record-joining.ts';
import { isElsewhere } from '../../people/visibility.ts';
import {
  type AgreementImport,
  agreementColumn,
  employeeIdColumn,
  type FoundAgreement,
  type FoundMember,
  type ImportLine,
  type Judging,
  markOfMerged,
  marksOfMember,
  memberOf,
  type NamedRow,
  nameColumn,
  resultWithMarks,
  seatColumn,
  withoutLostName,
} from './agreement-lines.ts';
import { type ReadDay, readDays } from './read-days.ts';
import type { ReadColumn, ReadRow } from './read-file.ts';

/** Columns of the file. The exported list of agreements has them, so that an office can fill in that list and upload it. */
const columns = {
  agreement: agreementColumn,
  seat: { ...seatColumn, looseNames: ['क्रम', 'स्थान'] },
  employeeId: employeeIdColumn,
  name: nameColumn,
  joined: {
    names: [
      ...['joining date', 'date of joining', 'joining report date', 'date of joining report', 'joined on'],
      ...['योगदान की तारीख़', 'योगदान तिथि', 'योगदान की तिथि', 'योगदान का दिनांक', 'योगदान दिनांक'],
      ...['योगदान'],
    ],
    // The exported list has the day here; in a file with a column for the day, this one has the number of the report.
    nextNames: ['joining report', 'योगदान प्रतिवेदन'],
    looseNames: ['date', 'तारीख़', 'तिथि', 'दिनांक'],
    isRequired: true,
  },
  moved: { names: ['record moved', 'service record moved', 'सेवा अभिलेख', 'सेवा अभिलेख भेजा'] },
} as const satisfies Readonly<Record<string, ReadColumn>>;

type Row = ReadRow<keyof typeof columns>;

interface Line extends ImportLine<JoiningLineResult> {
  row: Row;
  result: JoiningLineResult;
  member: FoundMember | undefined;
  /** ISO day; the typed text if it is no day. */
  date: string;
  /** Different day that is already recorded for the member, or stated by an earlier line of the file. */
  otherDay: string | null;
}

export const joiningsImport: AgreementImport<keyof typeof columns, Line> = {
  columns,
  oneOf: ['seat', 'employeeId', 'name'],
  isFilled: ({ values }) => values.joined !== '',
  judge: (rows, judging) => Promise.resolve(judge(rows, judging)),
  keyOf: ({ member }) => String(member?.seat),
  record: async (transaction, lines, action) => {
    for (const { row, member, date } of lines) {
      if (member?.id == null) continue;
      await recordJoining(transaction, action, {
        member: member.id,
        step: 'joined',
        date,
        recordMoved: isYes(row.values.moved) === true,
        accept: true,
      });
    }
  },
  details: ({ row, member, date, otherDay }) => ({
    member: member?.name ?? null,
    typedMember: row.values.name || row.values.employeeId || row.values.seat,
    date,
    typedDate: row.values.joined,
    otherDay,
  }),
};

function judge(rows: readonly NamedRow<Row>[], judging: Judging): Line[] {
  const days = readDays(rows.map(({ row }) => row.values.joined));
  const all = rows.map(({ row: typed, agreement }, index) => {
    const row = withoutLostName(typed);
    const read = days[index] ?? { day: undefined, isMonthFirst: false };
    return { row, agreement, read, member: memberOf(row, agreement) };
  });
  const lines: Line[] = [];
  for (const read of all) lines.push(judgeRow(read, { judging, earlier: lines, all }));
  return lines;
}

/** Row with its day and member, before it is compared with the others. */
interface Read extends NamedRow<Row> {
  read: ReadDay;
  member: FoundMember | undefined;
}

interface Context {
  judging: Judging;
  /** Lines above this one. */
  earlier: readonly Line[];
  all: readonly Read[];
}

function judgeRow({ row, agreement, read, member }: Read, { judging, earlier, all }: Context): Line {
  const { day, isMonthFirst } = read;
  const seat = member?.seat;
  const date = day ?? row.values.joined;
  const line = {
    row,
    agreement,
    member,
    date,
    otherDay: null,
    marks: [],
    imported: { kind: 'joining' } as const,
  };
  const refused = refusalOf({ row, agreement, member, day }, judging);
  if (refused !== undefined && refused !== 'already') return { ...line, result: refused };
  const same = earlier.find(
    (one) => one.agreement?.id === agreement?.id && one.member?.seat === seat && isUsable(one.result),
  );
  if (same !== undefined && same.date === date) return { ...line, result: 'already' };
  if (same !== undefined && same.result !== 'needs_look')
    return { ...line, result: 'other_day', otherDay: same.date };
  if (refused !== undefined || agreement === undefined || member === undefined)
    return { ...line, result: refused ?? 'unknown' };
  const otherDay = member.joinedOn === date ? null : member.joinedOn;
  const hasOtherDay = all.some(
    (other) =>
      other.agreement?.id === agreement.id &&
      other.member?.seat === seat &&
      other.read.day !== undefined &&
      other.read.day !== date,
  );
  const marks =
    member.joinedOn === date
      ? []
      : [
          ...markOfMerged(row),
          ...marksOfMember(row, member),
          ...marksOf(date, agreement, { member, isMonthFirst, hasOtherDay }),
        ];
  return { ...line, otherDay, marks, result: resultWithMarks(row.line, marks, judging) };
}

function isUsable(result: JoiningLineResult): boolean {
  return result === 'recorded' || result === 'needs_look' || result === 'already';
}

/** Returns the reason for which a row is not recorded, whatever the other rows have; undefined for a row that can be recorded. */
function refusalOf(
  { row, agreement, member, day }: Pick<Line, 'row' | 'agreement' | 'member'> & { day: string | undefined },
  { viewer, now }: Judging,
): JoiningLineResult | undefined {
  if (row.unreadable !== undefined) return row.unreadable;
  if (agreement === undefined) return 'unknown';
  if (member?.id == null) return 'no_member';
  if (day === undefined) return 'bad_date';
  // Checked before `already`, which would confirm a day that the administrator may not see.
  if (isElsewhere(viewer, member.to)) return 'elsewhere';
  if (isYes(row.values.moved) === undefined) return 'unclear_moved';
  if (member.joinedOn === day && (member.isMoved || !isYes(row.values.moved))) return 'already';
  // A completed agreement still accepts a corrected day, and the note that the service record was moved.
  const { state } = agreement;
  if (state === 'proposed') return 'not_agreed';
  if (!isBinding(state) && state !== 'completed') return 'over';
  if (member.joinedOn === day) return undefined;
  if (isFarDay(day, dayInIndia(now))) return 'far_date';
  return day > dayInIndia(now) ? 'future' : undefined;
}

function marksOf(
  day: string,
  { agreedOn, orders, hasRelieving }: FoundAgreement,
  { member, isMonthFirst, hasOtherDay }: { member: FoundMember; isMonthFirst: boolean; hasOtherDay: boolean },
): LineMark[] {
  const dates = orders.flatMap(({ seats, date }) => (seats.includes(member.seat) ? date : []));
  const { isRelieved } = member;
  return [
    ...(isMonthFirst ? ['month_first' as const] : []),
    ...(hasOtherDay ? ['two_days' as const] : []),
    ...marksOfDay('joined', day, { orders: dates, agreedOn, hasRelieving, isRelieved }),
    ...(member.joinedOn === null ? [] : ['other_day' as const]),
  ];
}

/**
 * Returns true for a yes or a date, and undefined for a text that is neither that nor a no. The exported list has the time at which the record
 * was moved in this column.
 */
function isYes(text: string): boolean | undefined {
  if (/^(?:yes|y|true|1|done|moved|हाँ|हां|हा|[✓✔☑]\uFE0F?)$/iu.test(text)) return true;
  if (/^(?:no|n|false|0|not (?:yet|done|moved)|pending|नहीं|नही|ना|लंबित|[✗✘☒]\uFE0F?|)$/iu.test(text))
    return false;
  return readDays([text])[0]?.day !== undefined || undefined;
}
