import {
  isFarDay,
  type OrderLineResult,
  orderTextsSchema,
} from '@mutual-transfer/domain/administration/office-agreement';

import { isBinding } from '@mutual-transfer/domain/agreements/agreement-steps';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { type OrderFacts, recordOrder } from '../../agreements/office/record-order.ts';
import { type CsvRow, readCsv } from '../../http/csv-body.ts';
import {
  type AgreementImport,
  dayOf,
  type FoundAgreement,
  filledRows,
  type Judging,
  type NamedRow,
} from './import-agreements.ts';

const columns = {
  agreement: { names: ['agreement', 'group', 'समझौता', 'समूह'], isRequired: true },
  number: { names: ['order number', 'number', 'order', 'order no', 'आदेश संख्या'], isRequired: true },
  date: { names: ['date', 'order date', 'तारीख़', 'आदेश की तारीख़', 'दिनांक'], isRequired: true },
  authority: { names: ['authority', 'प्राधिकार'] },
  office: { names: ['office', 'कार्यालय'] },
} as const;

/** Row with its normalised texts, or with the result if a text is invalid. */
interface Row extends CsvRow<keyof typeof columns> {
  refused?: 'bad_number' | 'bad_text';
}

interface Line extends NamedRow<Row> {
  result: OrderLineResult;
  /** ISO day; the typed text if it is no day. */
  date: string;
}

export const ordersImport: AgreementImport<Row, Line> = {
  read: readOrders,
  judge,
  imported: ({ row, date }) => ({ kind: 'order', number: row.values.number, date }),
  record: (transaction, line, action) => recordOrder(transaction, action, orderFacts(line)),
  details: ({ row, agreement, date }) => ({
    number: row.values.number,
    date,
    members: agreement?.members.flatMap(({ name }) => name ?? []) ?? [],
  }),
};

/** Returns the rows of the file that have an order. An exported list has rows without one. @throws {AppError} `validation_failed`. */
function readOrders(file: string): Row[] {
  const isFilled = ({ values }: Row) => values.number !== '' || values.date !== '';
  return filledRows(readCsv(file, columns), isFilled).map(withTexts);
}

function withTexts(row: Row): Row {
  const { number, authority, office } = row.values;
  const { data, error } = orderTextsSchema.safeParse({ number, authority, office });
  if (error === undefined) return { ...row, values: { ...row.values, ...data } };
  const isNumber = error.issues.some(({ path }) => path[0] === 'number');
  return { ...row, refused: isNumber ? 'bad_number' : 'bad_text' };
}

function orderFacts({ row: { values }, date }: Line): OrderFacts {
  const { number, authority, office } = values;
  return { number, date, authority, office };
}

function judge(rows: readonly NamedRow<Row>[], judging: Judging): Line[] {
  const dates = new Map<string, string>();
  return rows.map((named) => {
    const date = dayOf(named.row.values.date);
    const result = resultOf(named, date, judging);
    return comparedWith(dates, { ...named, date: date ?? named.row.values.date, result });
  });
}

/**
 * Compares the date of an order with the date that an earlier line gives for the same number.
 *
 * @param dates dates of the earlier lines by agreement and number.
 */
function comparedWith(dates: Map<string, string>, line: Line): Line {
  const { row, agreement, date, result } = line;
  if (result !== 'recorded') return line;
  const key = `${agreement?.id} ${row.values.number}`;
  const earlier = dates.get(key);
  dates.set(key, earlier ?? date);
  if (earlier === undefined) return line;
  return { ...line, result: earlier === date ? 'already' : 'other_line' };
}

function resultOf(
  named: NamedRow<Row>,
  date: string | undefined,
  { preview, now }: Judging,
): OrderLineResult {
  const { row, agreement, isAmbiguous } = named;
  if (agreement === undefined) return isAmbiguous ? 'ambiguous' : 'unknown';
  if (row.refused !== undefined) return row.refused;
  if (date === undefined) return 'bad_date';
  const order = agreement.orders.find(({ number }) => number === row.values.number);
  if (order?.isSeen) return order.date === date ? 'already' : 'other_date';
  const result = resultOfNew(date, agreement, now);
  // A preview treats a hidden order like a missing one, so it does not reveal the order. Recording has to refuse, which reveals it, but an
  // administrator who guesses numbers records an order with each wrong guess. The result never depends on the date of the hidden order.
  const isRefused = result === 'recorded' && order !== undefined && !preview;
  return isRefused ? 'unseen_order' : result;
}

/** Returns the result of an order that is not recorded yet. */
function resultOfNew(date: string, agreement: FoundAgreement, now: Date): OrderLineResult {
  const { state } = agreement;
  if (state === 'proposed') return 'not_agreed';
  if (!isBinding(state)) return state === 'completed' ? 'completed' : 'over';
  return isFarDay(date, dayInIndia(now)) ? 'far_date' : 'recorded';
}
