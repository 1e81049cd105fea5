import { withAliases } from '@mutual-transfer/domain/accounts/person-aliases';
import type { Person } from '@mutual-transfer/domain/accounts/user';
import { PRODUCT_NAME } from '@mutual-transfer/domain/constants';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { Alert, SentAlert } from '@mutual-transfer/domain/notices/alert';
import { kindOfNotice } from '@mutual-transfer/domain/notices/notice-kinds';
import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { bestPairing } from '../matching/best-offers.ts';
import { shownWishOf } from '../matching/index/request-offer.ts';
import { offerRow } from '../matching/offers.queries.ts';
import { isKnownKind, noticeText } from '../notices/notices.ts';
import type { Contacts, Found } from '../people/contacts.ts';
import {
  emptyProfile,
  type PersonRow,
  personColumns,
  presentDeactivated,
  presentPerson,
  type ShownWish,
} from '../people/present.ts';
import { isUnblocked } from '../people/visibility.ts';
import { executePrepared } from '../platform/database/postgres-dialect.ts';
import type { Database, NoticeDetails, OfferRow } from '../platform/database/tables.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { isCurrent, ringOf } from './alerts.ts';

/**
 * Returns the query of the viewer's alerts. Unless `includeHidden` is set, it excludes hidden alerts, and alerts from an inactive sender or
 * from or about a teacher separated from the viewer by a block.
 */
function alertsOf(db: Kysely<Database>, viewer: SignedIn, includeHidden: boolean) {
  return db
    .selectFrom('alerts')
    .leftJoin('users', 'users.id', 'alerts.from_user_id')
    .where('alerts.to_user_id', '=', viewer.userId)
    .where(isKnownKind)
    .$if(!includeHidden, (query) =>
      query
        .where('hidden_at', 'is', null)
        .where((or) => or.or([or('is_active', '=', true), or('from_user_id', 'is', null)]))
        .where(isExcluded(viewer), 'is not', true),
    );
}

/** Returns the name of a prepared statement on `alertsOf`, which has two texts. */
function nameOf(statement: string, includeHidden: boolean): string {
  return includeHidden ? `${statement} with hidden ones` : statement;
}

/** Returns the SQL condition that a block separates the viewer from the sender of an alert, or from the teacher whom the alert is about. */
function isExcluded({ userId }: SignedIn): RawBuilder<SqlBool> {
  const blocks = (column: string) => sql<SqlBool>`not ${isUnblocked(column, userId)}`;
  return sql<SqlBool>`(${blocks('alerts.from_user_id')} or ${blocks('alerts.about_user_id')})`;
}

export async function countAlerts(
  db: Kysely<Database>,
  viewer: SignedIn,
  includeHidden: boolean,
): Promise<number> {
  const query = alertsOf(db, viewer, includeHidden).select(sql<number>`count(*)::int`.as('count'));
  const [counted] = await executePrepared(db, nameOf('number of alerts', includeHidden), query.compile());
  return counted?.count ?? 0;
}

/** Counts the viewer's unread alerts, without hidden ones. */
export async function countUnread(db: Kysely<Database>, viewer: SignedIn): Promise<number> {
  const [counted] = await executePrepared(
    db,
    'number of unread alerts',
    countUnreadAlerts(db, viewer).compile(),
  );
  return counted?.count ?? 0;
}

/** Returns the query of the number of the viewer's unread alerts, without hidden ones. */
export function countUnreadAlerts(db: Kysely<Database>, viewer: SignedIn) {
  return alertsOf(db, viewer, false)
    .where('read_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'));
}

/** Page of the viewer's alerts, whose contacts are not opened yet, with the number of unread alerts on all pages. */
export interface FoundAlerts extends Found<Alert[]> {
  unread: number;
}

/**
 * Reads a page of the viewer's alerts, the newest first. Senders are masked by their current privacy settings. The contact of a sender
 * without a request stays hidden; otherwise the end of a request would reveal fields that the request hid.
 */
export async function findAlerts(
  { db, rules }: { db: Kysely<Database>; rules: Rules },
  viewer: SignedIn,
  query: AlertPage,
  language: Language,
): Promise<FoundAlerts> {
  const rows = await findAlertRows(db, viewer, query);
  if (rows.length === 0) return { people: [], unread: 0, present: () => [] };
  const people = rows.flatMap(({ personId, about_user_id }) => [personId ?? [], about_user_id ?? []].flat());
  const requests = rows.flatMap(({ details }) => ringOf(details));
  const offers = await findOffers(db, [viewer.userId, ...people], requests);
  const reading = { viewer, offers: Map.groupBy(offers, ({ user_id }) => user_id), rules };
  const ringOffers = new Map(offers.map((offer) => [offer.request_id, offer]));
  return {
    // The columns of a person are null only in rows without a sender, which `isThere` excludes.
    people: rows.filter((row) => isThere(row) && row.senderHasRequest) as unknown as PersonRow[],
    unread: rows[0]?.unread ?? 0,
    present: (contacts) =>
      rows.map((row) => ({
        _id: row.id,
        fromUser: senderOf(row, reading, contacts),
        kind: row.kind,
        message: noticeText(row, language),
        ...(row.request_id === null ? {} : { requestId: row.request_id }),
        ...(isAboutOpenRequest(row)
          ? { isCurrent: isCurrent(row, { ...reading, viewerId: viewer.userId, ringOffers }) }
          : {}),
        ...agreementOf(row.details),
        isRead: row.read_at !== null,
        isHiddenForRecipient: row.hidden_at !== null || row.is_active === false || row.isExcluded,
        createdAt: row.created_at.toISOString(),
      })),
  };
}

function isAboutOpenRequest({ kind, ownStatus }: AlertRow): boolean {
  return kindOfNotice(kind).isAboutRequests === true && ownStatus !== 'pending' && ownStatus !== 'completed';
}

type AlertRow = Awaited<ReturnType<typeof findAlertRows>>[number];

type AlertPage = PageQuery & { includeHidden: boolean };

/** Returns a page of the viewer's alerts with the columns of their senders, the newest first. */
function findAlertRows(db: Kysely<Database>, viewer: SignedIn, { includeHidden, page, limit }: AlertPage) {
  const query = alertsOf(db, viewer, includeHidden)
    .select([
      'alerts.id',
      'alerts.kind',
      'alerts.message',
      'alerts.request_id',
      'alerts.details',
      'about_user_id',
      'about_request_id',
      'alerts.created_at',
      'read_at',
      'hidden_at',
      'is_active',
    ])
    .select(personColumns)
    .select(sql<boolean>`${isExcluded(viewer)} is true`.as('isExcluded'))
    .select(countUnreadAlerts(db, viewer).as('unread'))
    .select((alert) =>
      alert
        .exists(
          alert
            .selectFrom('requests')
            .select('requests.id')
            .whereRef('requests.user_id', '=', 'alerts.from_user_id')
            .where('requests.status', 'in', ['active', 'pending']),
        )
        .as('senderHasRequest'),
    )
    .select((alert) =>
      alert
        .selectFrom('requests')
        .select('requests.status')
        .whereRef('requests.id', '=', 'alerts.request_id')
        .as('ownStatus'),
    )
    .orderBy('alerts.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit);
  return executePrepared(db, nameOf('page of alerts', includeHidden), query.compile());
}

/** Viewer, offers of the teachers in the alerts, and the rules of today. */
interface Reading {
  viewer: SignedIn;
  offers: OffersByPerson;
  rules: Rules;
}

/** Returns the query of the messages that the viewer sent to teachers. */
function sentBy(db: Kysely<Database>, viewer: SignedIn) {
  return db
    .selectFrom('alerts')
    .innerJoin('users', 'users.id', 'alerts.to_user_id')
    .where('alerts.from_user_id', '=', viewer.userId)
    .where('alerts.kind', '=', 'message');
}

/**
 * Returns a page of the viewer's sent messages, the newest first, and their total number. Recipients are masked by their current privacy
 * settings.
 */
export async function findSentAlerts(
  { db, rules }: { db: Kysely<Database>; rules: Rules },
  viewer: SignedIn,
  { page, limit }: PageQuery,
): Promise<{ alerts: SentAlert[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    sentBy(db, viewer)
      .select(['alerts.id', 'alerts.message', 'alerts.created_at', 'read_at', 'is_active'])
      .select(sql<boolean>`not ${isUnblocked('alerts.to_user_id', viewer.userId)}`.as('isExcluded'))
      .select(personColumns)
      .orderBy('alerts.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    sentBy(db, viewer).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  const around = await findOffers(db, [viewer.userId, ...rows.map(({ personId }) => personId)], []);
  const offers = Map.groupBy(around, ({ user_id }) => user_id);
  const alerts = rows.map((row) => ({
    _id: row.id,
    toUser: recipientOf(row, { viewer, offers, rules }),
    message: row.message ?? '',
    isRead: row.read_at !== null,
    createdAt: row.created_at.toISOString(),
  }));
  return { alerts, total };
}

/** Returns the recipient without contact, because this list does not count as a contact view. */
function recipientOf(row: PersonRow & { is_active: boolean; isExcluded: boolean }, reading: Reading): Person {
  const {
    email: _email,
    phone: _phone,
    mobile: _mobile,
    ...person
  } = isThere(row)
    ? presentPerson(row, reading.viewer, wishTowards(row.personId, reading), false)
    : presentDeactivated(row);
  return person;
}

type OffersByPerson = ReadonlyMap<string, readonly OfferRow[]>;

/** Returns the offers of these people and of these requests, in the order in which they were made. */
function findOffers(db: Kysely<Database>, people: readonly string[], requests: readonly string[]) {
  const query = db
    .selectFrom('offers')
    .select(offerRow)
    .where(
      sql<SqlBool>`(user_id = any(${[...new Set(people)]}::uuid[]) or request_id = any(${requests}::uuid[]))`,
    )
    .orderBy('offered_at');
  return executePrepared<OfferRow>(db, 'offers around alerts', query.compile());
}

type Sender = { readonly [Column in keyof PersonRow]: PersonRow[Column] | null } & {
  senderHasRequest: unknown;
  is_active: boolean | null;
  isExcluded: boolean;
};

/** Returns true if the sender's account is active and no block separates the sender from the viewer. */
function isThere({ is_active, isExcluded }: Pick<Sender, 'is_active' | 'isExcluded'>): boolean {
  return is_active === true && !isExcluded;
}

/** Returns the sender of an alert, with the sender's wish that matches the viewer best; for a notice without a sender, the product. */
function senderOf(row: Sender, reading: Reading, contacts: Contacts): Person {
  if (row.personId === null) return theProduct;
  // Without a person all columns of a person are null; with one they are set.
  const person = row as PersonRow;
  if (!isThere(row)) return presentDeactivated(person);
  const contactIsOpen = Boolean(row.senderHasRequest) && contacts.isOpen(row.personId);
  return presentPerson(person, reading.viewer, wishTowards(row.personId, reading), contactIsOpen);
}

/** Returns the teacher's wish that matches the viewer best, or `undefined` for a teacher without an active request. */
function wishTowards(personId: string, { viewer, offers, rules }: Reading): ShownWish | undefined {
  const theirs = offers.get(personId) ?? [];
  const wish = bestPairing(offers.get(viewer.userId) ?? [], theirs, rules)?.theirs ?? theirs[0];
  return wish && shownWishOf(wish);
}

/** The product as the sender of a notice. */
const theProduct: Person = withAliases({ name: PRODUCT_NAME, schoolName: '', ...emptyProfile });

/** Returns the proposal or agreement that a notice is about. */
function agreementOf(details: NoticeDetails | null): { agreementId?: string } {
  const { agreementId } = details ?? {};
  return agreementId === undefined ? {} : { agreementId };
}
