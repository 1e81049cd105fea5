import type { LineMark } from '@mutual-transfer/domain/administration/imports';
import {
  isFarDay,
  type OrderLineResult,
  orderTextsSchema,
} from '@mutual-transfer/domain/administration/office-agreement';
import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { orderNumberKey } from '@mutual-transfer/domain/language/typed-values';
import { type Kysely, sql } from 'kysely';
import { recordOrder } from '../../agreements/office/record-order.ts';
import { orderableSeats } from '../../agreements/office/who-may.ts';
import { isOrderInScope } from '../../people/administrator-scope.ts';
import type { Database } from '../../platform/database/tables.ts';
import {
  type AgreementImport,
  agreementColumn,
  employeeIdColumn,
  type FoundAgreement,
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
import { monthOf, type ReadDay, readDays } from './read-days.ts';
import type { ReadColumn, ReadRow } from './read-file.ts';

const columns = {
  agreement: agreementColumn,
  number: {
    names: [
      ...['order number', 'transfer order number', 'office order number', 'government order number'],
      ...['आदेश संख्या', 'स्थानांतरण आदेश संख्या', 'कार्यालय आदेश संख्या', 'आदेश क्रमांक'],
    ],
    looseNames: ['number', 'letter number', 'memo number', 'संख्या', 'पत्रांक', 'ज्ञापांक', 'आदेश ज्ञापांक'],
    isRequired: true,
    isMerged: true,
  },
  date: {
    names: [
      ...['order date', 'date of order', 'date of the order', 'order dated'],
      ...['आदेश की तारीख़', 'आदेश की तिथि', 'आदेश तिथि', 'आदेश तारीख़', 'आदेश दिनांक', 'आदेश का दिनांक'],
    ],
    looseNames: ['date', 'dated', 'तारीख़', 'तिथि', 'दिनांक'],
    isRequired: true,
    isMerged: true,
  },
  seat: seatColumn,
  employeeId: employeeIdColumn,
  name: nameColumn,
  authority: {
    names: ['authority', 'issuing authority', 'ordering authority', 'प्राधिकार', 'निर्गत प्राधिकार'],
  },
  office: { names: ['office', 'office name', 'issuing office', 'कार्यालय', 'निर्गत कार्यालय'] },
} as const satisfies Readonly<Record<string, ReadColumn>>;

type Row = ReadRow<keyof typeof columns>;
type Named = NamedRow<Row>;

interface Line extends ImportLine<OrderLineResult> {
  row: Row;
  result: OrderLineResult;
  /** Texts in the form in which they are stored. */
  texts: { number: string; authority?: string | undefined; office?: string | undefined };
  /** ISO day; the typed text if it is no day. */
  date: string;
  /** Seats that the line concerns. */
  seats: readonly number[];
}

/** Row with its day and texts, before it is compared with the others. */
interface Read extends Named {
  read: ReadDay;
  texts: Line['texts'];
  /** Number in comparable form. */
  key: string;
  refused: 'bad_number' | 'bad_text' | undefined;
  /** Undefined if the cells of seat, employee id and name name no member. */
  seats: readonly number[] | undefined;
}

export const ordersImport: AgreementImport<keyof typeof columns, Line> = {
  columns,
  isFilled: ({ values }) => values.number !== '' || values.date !== '',
  judge,
  keyOf: ({ texts, date }) => `${orderNumberKey(texts.number)} ${date}`,
  record: async (transaction, lines, action) => {
    const [first] = lines;
    if (first?.agreement === undefined) return;
    const seats = new Set(lines.flatMap((line) => line.seats));
    const members = first.agreement.members.flatMap(({ seat, id }) => (seats.has(seat) ? (id ?? []) : []));
    await recordOrder(transaction, action, { ...first.texts, date: first.date, members, accept: true });
  },
  details: ({ row, texts, agreement, date, seats }) => ({
    number: texts.number,
    date,
    typedDate: row.values.date,
    members: agreement?.members.flatMap(({ seat, name }) => (seats.includes(seat) ? (name ?? []) : [])) ?? [],
  }),
};

async function judge(rows: readonly Named[], judging: Judging, db: Kysely<Database>): Promise<Line[]> {
  const days = readDays(rows.map(({ row }) => row.values.date));
  const read = rows.map(({ row, agreement }, index) =>
    readRow({ row: withoutLostName(row), agreement }, days[index]),
  );
  const elsewhere = await findNumbersElsewhere(db, judging, read);
  const lines: Line[] = [];
  for (const row of read) lines.push(judgeRow(row, { judging, earlier: lines, all: read, elsewhere }));
  return lines;
}

function readRow(named: Named, read: ReadDay = { day: undefined, isMonthFirst: false }): Read {
  const { number, authority, office, seat, employeeId, name } = named.row.values;
  const { data, error } = orderTextsSchema.safeParse({ number, authority, office });
  const isNumber = error?.issues.some(({ path }) => path[0] === 'number');
  const present = named.agreement?.members.filter(({ id }) => id !== null) ?? [];
  const stated = [seat, employeeId, name].every((cell) => cell === '')
    ? present
    : [memberOf(named.row, named.agreement)];
  const seats = stated.flatMap((member) => (member?.id == null ? [] : member.seat));
  return {
    ...named,
    read,
    texts: data ?? { number },
    key: orderNumberKey(data?.number ?? number),
    refused: error === undefined ? undefined : isNumber ? 'bad_number' : 'bad_text',
    seats: seats.length > 0 ? seats : undefined,
  };
}

interface Context {
  judging: Judging;
  /** Lines above this one. */
  earlier: readonly Line[];
  all: readonly Read[];
  /** Numbers of orders of other agreements that the administrator may see. */
  elsewhere: ReadonlySet<string>;
}

function judgeRow(read: Read, context: Context): Line {
  const { row, agreement, texts, seats = [] } = read;
  const date = read.read.day ?? row.values.date;
  const line = {
    row,
    agreement,
    texts,
    date,
    seats,
    imported: { kind: 'order', number: texts.number, date } as const,
  };
  const refused = refusalOf(read, context.judging) ?? comparedWithEarlier(line, context.earlier);
  if (refused !== undefined) return { ...line, result: refused, marks: [] };
  const marks = marksOf(read, context);
  return { ...line, marks, result: resultWithMarks(row.line, marks, context.judging) };
}

/** Returns the reason for which a row is not recorded, whatever the other rows have; undefined for a row that can be recorded. */
function refusalOf(
  { row, agreement, read, texts, refused, seats }: Read,
  judging: Judging,
): OrderLineResult | undefined {
  if (row.unreadable !== undefined) return row.unreadable;
  if (agreement === undefined) return 'unknown';
  if (refused !== undefined) return refused;
  if (read.day === undefined) return 'bad_date';
  if (seats === undefined) return 'no_member';
  const own = orderableSeats(judging.viewer, agreement.members, judging.mixedOrders);
  if (seats.some((seat) => !own.includes(seat))) return 'elsewhere';
  const order = agreement.orders.find(
    ({ number }) => orderNumberKey(number) === orderNumberKey(texts.number),
  );
  if (order?.isSeen && order.date !== read.day) return 'other_date';
  if (order?.isSeen && seats.every((seat) => order.seats.includes(seat))) return 'already';
  const impossible = impossibilityOf(read.day, agreement, judging.now);
  // A preview treats a hidden order like a missing one, so it does not reveal the order. Recording has to refuse, which reveals it, but an
  // administrator who guesses numbers records an order with each wrong guess. The result never depends on the date of the hidden order.
  const isHidden = order !== undefined && !order.isSeen && !judging.preview;
  return impossible ?? (isHidden ? 'unseen_order' : undefined);
}

/** Returns the reason for which no new order can be recorded for this agreement and day. */
function impossibilityOf(date: string, { state }: FoundAgreement, now: Date): OrderLineResult | undefined {
  if (state === 'proposed') return 'not_agreed';
  if (!isBinding(state)) return state === 'completed' ? 'completed' : 'over';
  return isFarDay(date, dayInIndia(now)) ? 'far_date' : undefined;
}

/** Compares a line with the earlier ones that would record the same order. */
function comparedWithEarlier(
  { agreement, texts, date, seats }: Omit<Line, 'result' | 'marks'>,
  earlier: readonly Line[],
): 'already' | 'other_line' | undefined {
  const same = earlier.filter(
    (line) =>
      (line.result === 'recorded' || line.result === 'needs_look') &&
      line.agreement?.id === agreement?.id &&
      orderNumberKey(line.texts.number) === orderNumberKey(texts.number),
  );
  if (same.some((line) => line.result === 'recorded' && line.date !== date)) return 'other_line';
  const named = same.filter((line) => line.date === date).flatMap((line) => line.seats);
  return named.length > 0 && seats.every((seat) => named.includes(seat)) ? 'already' : undefined;
}

function marksOf(
  { row, agreement, read, key: number, seats = [] }: Read,
  { judging, all, elsewhere }: Context,
): LineMark[] {
  const { day = '' } = read;
  const readable = all.filter((other) => other.row.unreadable === undefined && other.agreement !== undefined);
  const numbers = new Set(
    readable.filter((other) => other.agreement?.id === agreement?.id).map((other) => other.key),
  );
  const hasOtherDay = readable.some(
    (other) =>
      other.agreement?.id === agreement?.id &&
      other.key === number &&
      other.read.day !== undefined &&
      other.read.day !== day,
  );
  const isOfOtherGroup = readable.some(
    (other) => other.agreement?.id !== agreement?.id && other.key === number && other.read.day !== day,
  );
  const isExtended = agreement?.orders.some(
    (order) => order.isSeen && orderNumberKey(order.number) === number,
  );
  const hasOtherNumber = agreement?.orders.some(
    (order) =>
      order.isSeen &&
      orderNumberKey(order.number) !== number &&
      order.date === day &&
      order.seats.some((seat) => seats.includes(seat)),
  );
  const found: readonly (readonly [LineMark, boolean])[] = [
    ['month_first', read.isMonthFirst],
    ['two_days', hasOtherDay],
    ['changed_number', isChangedNumber(row.values.number)],
    ['two_numbers', numbers.size > 1],
    ['number_elsewhere', !isExtended && (isOfOtherGroup || elsewhere.has(`${number} ${agreement?.id}`))],
    ['other_number', hasOtherNumber === true],
    [
      'not_scrutinised',
      agreement?.hasScrutiny === true &&
        agreement.members.some(({ seat, isScrutinised }) => seats.includes(seat) && !isScrutinised),
    ],
    ['future', day > dayInIndia(judging.now)],
    ['before_agreement', agreement?.agreedOn != null && day < agreement.agreedOn],
  ];
  const [seat, otherSeat] = seats;
  const named = agreement?.members.find((member) => otherSeat === undefined && member.seat === seat);
  return [
    ...markOfMerged(row),
    ...(named ? marksOfMember(row, named) : []),
    ...found.flatMap(([mark, isMarked]) => (isMarked ? [mark] : [])),
  ];
}

/** Returns true for a number that looks like what a spreadsheet makes of `12/2026`, `12-5` or of many digits: also `01-12-2026`. */
function isChangedNumber(number: string): boolean {
  const [read] = /^\d{1,4}[-/.]/.test(number) ? readDays([number]) : [];
  if (read?.day?.endsWith('-01')) return true;
  const [, name] = /^(?:\d{1,2}[- ])?([\p{L}\p{M}]{3,9})(?:[- ]\d{1,4})?$/u.exec(number.toLowerCase()) ?? [];
  return (
    (name !== undefined && /\d/.test(number) && monthOf(name) !== undefined) ||
    /^\d(?:[.,]\d+)?e\+\d+$/i.test(number)
  );
}

/** Returns the numbers of the rows that orders of other agreements have, each with the agreement of its row. */
async function findNumbersElsewhere(
  db: Kysely<Database>,
  { viewer }: Judging,
  rows: readonly Read[],
): Promise<Set<string>> {
  const numbers = rows.map(({ texts }) => texts.number.toLowerCase());
  const found = await db
    .selectFrom('transfer_orders')
    .select(['number', 'agreement_id'])
    .where(sql`lower(number)`, '=', sql`any(${numbers}::text[])`)
    .where('withdrawn_at', 'is', null)
    .where(isOrderInScope(viewer))
    .execute();
  return new Set(
    rows.flatMap(({ agreement, texts }) => {
      const number = orderNumberKey(texts.number);
      const isUsed = found.some(
        (order) => order.agreement_id !== agreement?.id && orderNumberKey(order.number) === number,
      );
      return isUsed ? `${number} ${agreement?.id}` : [];
    }),
  );
}
