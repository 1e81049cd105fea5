import type { ContactPatterns } from '@mutual-transfer/domain/accounts/contact-views';
import type { HeldText, Undelivered } from '@mutual-transfer/domain/administration/open-work';
import type { Report, ReportFilters } from '@mutual-transfer/domain/administration/report';
import { momentInIndia } from '@mutual-transfer/domain/language/date-time';
import type { DaySpan, PageQuery } from '@mutual-transfer/domain/query-parameters';

import type { Kysely } from 'kysely';
import { type CsvColumn, csvOf } from '../http/csv.ts';
import { findReports } from '../inbox/reports.ts';
import type { Database } from '../platform/database/tables.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { readGrowth } from './figures.ts';
import { findHeldTexts } from './held-texts.ts';
import { findContactPatterns } from './teachers.ts';
import { findUndelivered } from './waiting.ts';

type Db = Kysely<Database>;

/** Rows per query of a list that is read page by page. */
const ROWS_A_PAGE = 1_000;

const growthColumns = [
  'day',
  'registrations',
  'requests',
  'completed',
  'payments',
  'income',
  'invitationVisits',
  'invitationRegistrations',
  'missingVisits',
  'missingRegistrations',
] as const;

/** Returns the CSV lines of the figures of each day. */
export async function growthCsv(db: Db, span: DaySpan): Promise<string[]> {
  const { days } = await readGrowth(db, span);
  const columns = growthColumns.map((name) => [name, (day: (typeof days)[number]) => day[name]] as const);
  return csvOf(columns, days);
}

const reportColumns: readonly CsvColumn<Report>[] = [
  ['Report', ({ _id }) => _id],
  ['Reported at', ({ createdAt }) => momentInIndia(new Date(createdAt))],
  ['Reason', ({ reason }) => reason],
  ['Words', ({ words }) => words],
  ['Reporter', ({ reporter }) => reporter?._id],
  ['Reporter name', ({ reporter }) => reporter?.name],
  ['Reported', ({ reported }) => reported._id],
  ['Reported name', ({ reported }) => reported.name],
  ['District', ({ reported }) => reported.district],
  ['Reports of this teacher', ({ reportsOfTeacher }) => reportsOfTeacher],
  ['Request', ({ requestText }) => requestText],
  ['Alert', ({ alertText }) => alertText],
  ['Decision', ({ decision }) => decision],
  ['Decided at', ({ decidedAt }) => decidedAt && momentInIndia(new Date(decidedAt))],
  ['Decision words', ({ decisionWords }) => decisionWords],
];

/** Returns the CSV lines of the reports that match the filters, in the order of the list. */
export async function reportsCsv(db: Db, viewer: SignedIn, filters: ReportFilters): Promise<string[]> {
  const reports = await everyRow(
    async (page) => (await findReports(db, viewer, { ...filters, ...page })).reports,
  );
  return csvOf(reportColumns, reports);
}

const heldTextColumns: readonly CsvColumn<HeldText>[] = [
  ['Text', ({ _id }) => _id],
  ['Written at', ({ createdAt }) => momentInIndia(new Date(createdAt))],
  ['Kind', ({ kind }) => kind],
  ['Writer', ({ writer }) => writer._id],
  ['Writer name', ({ writer }) => writer.name],
  ['Recipient', ({ recipient }) => recipient?._id],
  ['Recipient name', ({ recipient }) => recipient?.name],
  ['Risks', ({ risks }) => risks.join(' ')],
  ['Words', ({ texts }) => texts.join('\n')],
];

/** Returns the CSV lines of the held texts of the span, oldest first. */
export async function heldTextsCsv(db: Db, viewer: SignedIn, span: DaySpan): Promise<string[]> {
  const texts = await everyRow(async (page) => (await findHeldTexts(db, viewer, { ...span, ...page })).texts);
  return csvOf(heldTextColumns, texts);
}

const undeliveredColumns: readonly CsvColumn<Undelivered>[] = [
  ['Notice', ({ _id }) => _id],
  ['Ended at', ({ endedAt }) => endedAt && momentInIndia(new Date(endedAt))],
  ['Kind', ({ kind }) => kind],
  ['Channel', ({ channel }) => channel],
  ['Recipient', ({ recipient }) => recipient._id],
  ['Recipient name', ({ recipient }) => recipient.name],
  ['Attempts', ({ attempts }) => attempts],
  ['Error', ({ error }) => error],
];

/** Returns the CSV lines of the notices that a channel did not accept, latest first. */
export async function undeliveredCsv(db: Db, viewer: SignedIn): Promise<string[]> {
  const deliveries = await everyRow(async (page) => (await findUndelivered(db, viewer, page)).deliveries);
  return csvOf(undeliveredColumns, deliveries);
}

/** Account or address with an unusual number of opened contacts. */
type ContactPattern = Partial<ContactPatterns['accounts'][number] & ContactPatterns['addresses'][number]>;

const contactPatternColumns: readonly CsvColumn<ContactPattern>[] = [
  ['Account', ({ user }) => user?._id],
  ['Name', ({ user }) => user?.name],
  ['Email', ({ user }) => user?.email],
  ['Address', ({ address }) => address],
  ['Accounts', ({ accounts }) => accounts],
  ['Opened last hour', ({ openedLastHour }) => openedLastHour],
  ['Opened last day', ({ openedLastDay }) => openedLastDay],
  ['Refused last day', ({ refusedLastDay }) => refusedLastDay],
  ['Opened without standing', ({ openedWithoutStanding }) => openedWithoutStanding],
];

/** Returns the CSV lines of the accounts with unusual numbers of opened contacts, then those of the addresses. */
export async function contactPatternsCsv(db: Db, viewer: SignedIn, now: Date): Promise<string[]> {
  const { accounts, addresses } = await findContactPatterns(db, viewer, now);
  return csvOf(contactPatternColumns, [...accounts, ...addresses]);
}

/** Reads all pages of a short list into memory, so that views of hidden details are audited before the file is sent. */
async function everyRow<Row>(read: (page: PageQuery) => Promise<readonly Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page++) {
    const rows = await read({ page, limit: ROWS_A_PAGE });
    all.push(...rows);
    if (rows.length < ROWS_A_PAGE) return all;
  }
}
