import type { Person } from '@mutual-transfer/domain/accounts/user';
import type { PairFilters } from '@mutual-transfer/domain/administration/administration';
import type { ReportFilters } from '@mutual-transfer/domain/administration/report';
import { LIST_WINDOW } from '@mutual-transfer/domain/constants';
import type { DaySpan } from '@mutual-transfer/domain/day-span';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { PageQuery } from '@mutual-transfer/domain/pagination';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables/schema.ts';
import { type Cell, csvHead, csvLine } from '../../http/csv/csv.ts';
import { findReports } from '../../reports/reports.queries.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { readGrowth } from '../figures/growth.queries.ts';
import { findHeldTexts } from '../held-texts/held-texts.queries.ts';
import { findContactPatterns } from '../teachers/contact-patterns.queries.ts';
import { findPairs, type PairCounts } from '../teachers/pairs.queries.ts';
import { findUndelivered } from '../waiting/undelivered.queries.ts';

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

/** Returns the figures of each day. */
export async function growthCsv(db: Db, span: DaySpan): Promise<string[]> {
  const { days } = await readGrowth(db, span);
  return csvOf(
    growthColumns,
    days.map((day) => growthColumns.map((column) => day[column])),
  );
}

/** Returns the reports that match the filters, in the order of the list. */
export async function reportsCsv(db: Db, viewer: SignedIn, filters: ReportFilters): Promise<string[]> {
  const reports = await everyRow(
    async (page) => (await findReports(db, viewer, { ...filters, ...page })).reports,
  );
  return csvOf(
    [
      'Report',
      'Reported at',
      'Reason',
      'Words',
      'Reporter',
      'Reporter name',
      'Reported',
      'Reported name',
      'District',
      'Reports of this teacher',
      'Request',
      'Alert',
      'Decision',
      'Decided at',
      'Decision words',
    ],
    reports.map((report) => [
      report._id,
      report.createdAt,
      report.reason,
      report.words,
      report.reporter?._id,
      report.reporter?.name,
      report.reported._id,
      report.reported.name,
      report.reported.district,
      report.reportsOfTeacher,
      report.requestText,
      report.alertText,
      report.decision,
      report.decidedAt,
      report.decisionWords,
    ]),
  );
}

/** Returns the held texts of the span, oldest first. */
export async function heldTextsCsv(db: Db, viewer: SignedIn, span: DaySpan): Promise<string[]> {
  const texts = await everyRow(async (page) => (await findHeldTexts(db, viewer, { ...span, ...page })).texts);
  return csvOf(
    ['Text', 'Written at', 'Kind', 'Writer', 'Writer name', 'Recipient', 'Recipient name', 'Risks', 'Words'],
    texts.map(({ _id, createdAt, kind, writer, recipient, risks, texts: words }) => [
      _id,
      createdAt,
      kind,
      writer._id,
      writer.name,
      recipient?._id,
      recipient?.name,
      risks.join(' '),
      words.join('\n'),
    ]),
  );
}

/** Returns the notices that a channel did not take, latest first. */
export async function undeliveredCsv(db: Db, viewer: SignedIn): Promise<string[]> {
  const deliveries = await everyRow(async (page) => (await findUndelivered(db, viewer, page)).deliveries);
  return csvOf(
    ['Notice', 'Ended at', 'Kind', 'Channel', 'Recipient', 'Recipient name', 'Attempts', 'Error'],
    deliveries.map(({ _id, endedAt, kind, channel, recipient, attempts, error }) => [
      _id,
      endedAt,
      kind,
      channel,
      recipient._id,
      recipient.name,
      attempts,
      error,
    ]),
  );
}

/** Returns the accounts with unusual numbers of opened contacts, then such addresses. */
export async function contactPatternsCsv(db: Db, viewer: SignedIn, now: Date): Promise<string[]> {
  const { accounts, addresses } = await findContactPatterns(db, viewer, now);
  return csvOf(
    [
      'Account',
      'Name',
      'Email',
      'Address',
      'Accounts',
      'Opened last hour',
      'Opened last day',
      'Refused last day',
      'Opened without standing',
    ],
    [
      ...accounts.map(({ user, openedLastHour, openedLastDay, refusedLastDay }) => [
        ...[user._id, user.name, user.email, '', ''],
        ...[openedLastHour, openedLastDay, refusedLastDay, ''],
      ]),
      ...addresses.map(({ address, accounts: count, openedLastDay, openedWithoutStanding }) => [
        ...['', '', '', address, count],
        ...['', openedLastDay, '', openedWithoutStanding],
      ]),
    ],
  );
}

const personHead = [
  '',
  ' name',
  ' district',
  ' block',
  ' wants district',
  ' wants block',
  ' subject',
  ' level',
];

/** Returns the pairs of both lists that match the filters, newest people first, at most `LIST_WINDOW` of each list. */
export async function pairsCsv(
  source: { readonly db: Db; readonly rules: Rules },
  viewer: SignedIn,
  filters: PairFilters,
  counts: PairCounts,
): Promise<string[]> {
  const query = { ...filters, perfectPage: 1, potentialPage: 1, limit: LIST_WINDOW };
  const { perfectMatches, potentialMatches } = await findPairs(source, viewer, query, counts);
  const line = (kind: string, first: Person, second: Person) => [kind, ...cellsOf(first), ...cellsOf(second)];
  return csvOf(
    ['Kind', ...personHead.map((one) => `First${one}`), ...personHead.map((one) => `Second${one}`)],
    [
      ...perfectMatches.map(({ userA, userB }) => line('perfect', userA, userB)),
      ...potentialMatches.map(({ requestor, target }) => line('potential', requestor, target)),
    ],
  );
}

function cellsOf(person: Person): Cell[] {
  const { _id, name, district, postingBlock, desiredDistrict, desiredBlock, subject, classRange } = person;
  return [_id, name, district, postingBlock, desiredDistrict, desiredBlock, subject, classRange];
}

/** Reads all pages of a list. The file is short, so the views of hidden details are audited before it is sent. */
async function everyRow<Row>(read: (page: PageQuery) => Promise<readonly Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page++) {
    const rows = await read({ page, limit: ROWS_A_PAGE });
    all.push(...rows);
    if (rows.length < ROWS_A_PAGE) return all;
  }
}

function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  return [csvHead(head), ...rows.map((cells) => csvLine(cells))];
}
