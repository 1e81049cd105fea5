import {
  type OrderLineResult,
  type OrderLines,
  orderTexts,
} from '@mutual-transfer/domain/administration/office-agreement';
import { isFarDay } from '@mutual-transfer/domain/administration/office-days';
import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import type { Kysely, Transaction } from 'kysely';
import { type OrderFacts, recordOrder } from '../../agreements/office/record-order.ts';
import type { Database } from '../../database/tables/schema.ts';
import { type CsvRow, readCsv } from '../../http/csv/csv-body.ts';
import { lockMembers } from '../../members/lock-members.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { dayOf, filledRows, isNamed } from './import-lines.ts';
import { type FoundAgreement, findNamed } from './orders.queries.ts';

type Db = Kysely<Database>;

const columns = {
  agreement: { names: ['agreement', 'group', 'समझौता', 'समूह'], isRequired: true },
  number: { names: ['order number', 'number', 'order', 'order no', 'आदेश संख्या'], isRequired: true },
  date: { names: ['date', 'order date', 'तारीख़', 'आदेश की तारीख़', 'दिनांक'], isRequired: true },
  authority: { names: ['authority', 'प्राधिकार'] },
  office: { names: ['office', 'कार्यालय'] },
} as const;

/** Row with its normalised texts, or with the result if a text is invalid. */
interface Row extends CsvRow<keyof typeof columns> {
  readonly refused?: 'bad_number' | 'bad_text';
}

/** A line of the file, and its result. */
interface Line {
  readonly row: Row;
  readonly result: OrderLineResult;
  readonly agreement: FoundAgreement | undefined;
  readonly date: string | undefined;
}

/** Returns the rows of the file that have an order. An exported list has rows without one. @throws {AppError} `validation_failed`. */
export function readOrders(file: string): Row[] {
  const isFilled = ({ values }: Row) => values.number !== '' || values.date !== '';
  return filledRows(readCsv(file, columns), isFilled).map(withTexts);
}

function withTexts(row: Row): Row {
  const { number, authority, office } = row.values;
  const { data, error } = orderTexts.safeParse({ number, authority, office });
  if (error === undefined) return { ...row, values: { ...row.values, ...data } };
  const isNumber = error.issues.some(({ path }) => path[0] === 'number');
  return { ...row, refused: isNumber ? 'bad_number' : 'bad_text' };
}

/**
 * Returns the result of each line; with `preview`, the result that it would have.
 *
 * @param made numbers of the lines that the call recorded, as texts.
 */
export async function reportOrders(
  db: Db,
  viewer: SignedIn,
  rows: readonly Row[],
  { preview, made = [], now }: { preview: boolean; made?: readonly string[]; now: Date },
): Promise<OrderLines> {
  const lines = (await judge(db, viewer, rows, { preview, now })).map((line) => ({
    line: line.row.line,
    agreement: line.row.values.agreement,
    id: line.agreement?.id ?? null,
    number: line.row.values.number,
    date: line.date ?? line.row.values.date,
    result: made.includes(String(line.row.line)) ? ('recorded' as const) : line.result,
    members: line.agreement?.members.flatMap(({ name }) => name ?? []) ?? [],
  }));
  return { preview, recorded: lines.filter(({ result }) => result === 'recorded').length, lines };
}

/**
 * Records the orders of all lines that name an agreement of the administrator. Locks the members of all of them first, in the order of their ids.
 *
 * @returns the numbers of the lines, as texts.
 */
export async function recordOrders(
  transaction: Transaction<Database>,
  viewer: SignedIn,
  rows: readonly Row[],
  { now, reasonOf }: { now: Date; reasonOf: (order: OrderFacts) => string },
): Promise<string[]> {
  const judging = { preview: false, now };
  const found = (await judge(transaction, viewer, rows, judging)).flatMap(
    ({ agreement }) => agreement?.members ?? [],
  );
  await lockMembers(
    transaction,
    found.flatMap(({ id }) => id ?? []),
  );
  const lines = await judge(transaction, viewer, rows, judging);
  const due = lines.flatMap(({ row, result, agreement, date }) =>
    result === 'recorded' && agreement !== undefined && date !== undefined
      ? [{ id: agreement.id, line: row.line, order: orderFacts(row, date) }]
      : [],
  );
  due.sort((first, second) => (first.id < second.id ? -1 : Number(first.id > second.id)));
  for (const { id, order } of due) {
    await recordOrder(
      transaction,
      { id, by: viewer.userId, administers: viewer.administers, reason: reasonOf(order), now },
      order,
    );
  }
  return due.map(({ line }) => String(line));
}

function orderFacts({ values }: Row, date: string): OrderFacts {
  const { number, authority, office } = values;
  return { number, date, authority, office };
}

interface Judging {
  readonly preview: boolean;
  readonly now: Date;
}

async function judge(db: Db, viewer: SignedIn, rows: readonly Row[], judging: Judging): Promise<Line[]> {
  const found = await findNamed(
    db,
    viewer,
    rows.map(({ values }) => values.agreement),
  );
  const dates = new Map<string, string>();
  return rows.map((row): Line => {
    const named = found.filter(({ id, number }) => isNamed(row.values.agreement, { id, number }));
    const agreement = named.length === 1 ? named[0] : undefined;
    const line = { row, date: dayOf(row.values.date), agreement };
    if (named.length > 1) return { ...line, result: 'ambiguous' };
    return comparedWith(dates, { ...line, result: resultOf(line, judging) });
  });
}

/** Compares an order with that of an earlier line with its number. @param dates dates of the earlier lines by agreement and number. */
function comparedWith(dates: Map<string, string>, line: Line): Line {
  const { row, agreement, date, result } = line;
  if (result !== 'recorded' || date === undefined) return line;
  const key = `${agreement?.id} ${row.values.number}`;
  const earlier = dates.get(key);
  dates.set(key, earlier ?? date);
  if (earlier === undefined) return line;
  return { ...line, result: earlier === date ? 'already' : 'other_line' };
}

function resultOf(line: Omit<Line, 'result'>, { preview, now }: Judging): OrderLineResult {
  const { row, date, agreement } = line;
  if (agreement === undefined) return 'unknown';
  if (row.refused !== undefined) return row.refused;
  if (date === undefined) return 'bad_date';
  const order = orderOf(line);
  if (order?.isSeen) return order.date === date ? 'already' : 'other_date';
  const result = resultOfNew(date, agreement, now);
  // A preview does not reveal that the hidden order exists. Recording must, but each guess would record an order. No result depends on its date.
  const isRefused = result === 'recorded' && order !== undefined && !preview;
  return isRefused ? 'unseen_order' : result;
}

/** Returns the result of an order that is not recorded. */
function resultOfNew(date: string, agreement: FoundAgreement, now: Date): OrderLineResult {
  const { state } = agreement;
  if (state === 'proposed') return 'not_agreed';
  if (!isBinding(state)) return state === 'completed' ? 'completed' : 'over';
  return isFarDay(date, dayInIndia(now)) ? 'far_date' : 'recorded';
}

function orderOf({ row, agreement }: Pick<Line, 'row' | 'agreement'>) {
  return agreement?.orders.find(({ number }) => number === row.values.number);
}
