import type { agreementColumns, SortOf } from '@mutual-transfer/domain/administration/list-columns';
import type {
  AgreementFilters,
  AgreementTask,
  OfficeAgreement,
  OfficeAgreementList,
  OfficeState,
} from '@mutual-transfer/domain/administration/office-agreement';
import {
  JOINING_DAYS,
  ORDER_DAYS,
  typedAgreementNumber,
} from '@mutual-transfer/domain/agreements/agreement-rules';
import { stateAt } from '@mutual-transfer/domain/agreements/agreement-steps';
import { paginationOf } from '@mutual-transfer/domain/query-parameters';
import { districtByName } from '@mutual-transfer/domain/reference/places';
import { subjectByCode, subjectByName } from '@mutual-transfer/domain/reference/subjects';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { agreementState, findAgreements, type WholeAgreement } from '../../agreements/lock-agreement.ts';
import { orderableOf } from '../../agreements/office/record-order.ts';
import { isOpenToMembers } from '../../agreements/present-agreement.ts';
import {
  type AdministratorScope,
  blockCodesOf,
  hasMemberIn,
  hasMemberInScope,
  isHeldInScope,
  isOrderedIn,
  isOrderInScope,
  isPostedInScope,
} from '../../people/administrator-scope.ts';
import { isSearched, searchedWords } from '../../people/person-search.ts';
import { INDIA_OFFSET, isWithin } from '../../platform/database/database-clock.ts';
import { countRows } from '../../platform/database/read-page.ts';
import type { Db } from '../../platform/database/tables.ts';
import { placeOfBlock } from '../../platform/places.ts';
import { readRules } from '../../platform/rules.ts';
import type { SignedIn } from '../../platform/sessions.ts';
import {
  findPeople,
  type NamedPersonRow,
  type SeenAgreement,
  type SeenMember,
  seenAgreement,
  shownMoment,
} from './seen-agreement.ts';

const stepDone = (kinds: readonly string[]) => sql`exists (select from agreement_steps step
  where step.agreement_id = agreements.id and step.user_id = member.user_id and step.kind = any(${kinds}))`;

const waitsForOrder = sql`exists (select from agreement_members member
  where member.agreement_id = agreements.id and not ${stepDone(['ordered', 'joined'])})`;

/** Deadline of the next step; null when the agreement is over. Deadlines of the portal's steps count from the submission of the group. */
const dueAt = sql<Date | null>`(case agreements.state
  when 'proposed' then agreements.deadline
  when 'agreed' then greatest(agreed_at + make_interval(days => ${ORDER_DAYS}), extended_until)
  when 'in_progress' then greatest(
    submitted_at + make_interval(days => case when ${waitsForOrder} then ${ORDER_DAYS}::int else ${ORDER_DAYS + JOINING_DAYS}::int end),
    extended_until)
  end)`;

/** Returns the condition that at least one member whose steps the administrator may see has joined. */
const someJoined = (administrator: AdministratorScope) => sql`exists (
  select from agreement_steps step join users on users.id = step.user_id
  where step.agreement_id = agreements.id and step.kind = 'joined' and ${isPostedInScope(administrator)})`;

/**
 * Returns the deadline as filters and orders compare it. For an administrator of districts it is only the day: the exact time would
 * reveal that of the last answer, which may be the answer of a member elsewhere.
 */
function comparedDeadline({ administers }: AdministratorScope): RawBuilder<unknown> {
  return administers === null ? dueAt : dayOf(dueAt);
}

const dayOf = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone ${INDIA_OFFSET}::interval)::date`;

/** Returns the `order by` of the list. Agreements without a deadline are last. Ids ascend with the time of the proposal. */
function agreementOrder(
  administrator: AdministratorScope,
  { sort = 'newest' }: Pick<AgreementFilters, 'sort'>,
): RawBuilder<unknown> {
  const isDescending = sort.startsWith('-') || sort === 'newest';
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const orders: Record<Exclude<SortOf<typeof agreementColumns>, 'created'>, RawBuilder<unknown>> = {
    deadline: comparedDeadline(administrator),
    size: sql`agreements.size`,
    state: sql`agreements.state`,
    subject: sql`agreements.subject`,
  };
  const by = new Map(Object.entries(orders)).get(sort.replace('-', ''));
  return by === undefined
    ? sql`agreements.id ${direction}`
    : sql`${by} ${direction} nulls last, agreements.id ${direction}`;
}

/** Returns the condition of the filters on `agreements`. */
export async function agreementCondition(
  db: Db,
  administrator: AdministratorScope,
  filters: AgreementFilters,
  now: Date,
): Promise<RawBuilder<SqlBool>> {
  const { state, district, subject, round, due, joined, task, ids, search } = filters;
  const conditions = [
    hasMemberInScope(administrator),
    isWithin('agreements.created_at', filters),
    ...(state === undefined ? [] : [hasState(administrator, state, now)]),
    ...(district === undefined ? [] : [hasMemberIn([districtByName(district)?.code ?? ''])]),
    ...(subject === undefined ? [] : [sql<SqlBool>`agreements.subject = ${subjectByName(subject)?.code}`]),
    ...(round === undefined ? [] : [sql<SqlBool>`round_id = ${round}`]),
    ...(due === undefined ? [] : [isDueBefore(administrator, due)]),
    ...(joined === undefined ? [] : [hasJoined(administrator, joined)]),
    ...(ids === undefined ? [] : [sql<SqlBool>`agreements.id = any(${ids.split(',')}::uuid[])`]),
    ...(task === undefined ? [] : [await hasTask(db, administrator, task, now)]),
    ...(searchedWords(search) === '' ? [] : [matches(administrator, searchedWords(search))]),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Returns the condition of a state. A proposal past its deadline counts as lapsed even before the job has ended it. */
function hasState(
  administrator: AdministratorScope,
  state: NonNullable<AgreementFilters['state']>,
  now: Date,
): RawBuilder<SqlBool> {
  if (state === 'ordered' || state === 'in_progress') {
    const isSeen = isHeldInScope(administrator, { seat: 'member', holder: 'users' });
    const waits = sql`exists (select from agreement_members member left join users on users.id = member.user_id
      where member.agreement_id = agreements.id and ${isSeen} and not ${stepDone(['ordered', 'joined'])})`;
    return sql<SqlBool>`agreements.state = 'in_progress' and ${state === 'ordered' ? sql`not ${waits}` : waits}`;
  }
  if (state === 'proposed')
    return sql<SqlBool>`agreements.state = 'proposed' and agreements.deadline > ${now}`;
  if (state === 'lapsed') {
    return sql<SqlBool>`(agreements.state = 'lapsed' or (agreements.state = 'proposed' and agreements.deadline <= ${now}))`;
  }
  return sql<SqlBool>`agreements.state = ${state}`;
}

function isDueBefore(administrator: AdministratorScope, due: string): RawBuilder<SqlBool> {
  const isDay = z.iso.date().safeParse(due).success;
  const moment = isDay
    ? sql`${due}::date::timestamp at time zone ${INDIA_OFFSET}::interval`
    : sql`${due}::timestamptz`;
  const end = administrator.administers === null ? moment : dayOf(moment);
  return sql<SqlBool>`agreements.ended_at is null and ${comparedDeadline(administrator)} < ${end}`;
}

function hasJoined(
  administrator: AdministratorScope,
  joined: NonNullable<AgreementFilters['joined']>,
): RawBuilder<SqlBool> {
  if (joined === 'all') return sql<SqlBool>`agreements.state = 'completed'`;
  const some = someJoined(administrator);
  return sql<SqlBool>`agreements.state in ('agreed', 'in_progress') and ${joined === 'none' ? sql`not ${some}` : some}`;
}

/** Returns the condition that a member in the administrator's districts makes this work. */
async function hasTask(
  db: Db,
  administrator: AdministratorScope,
  task: AgreementTask,
  now: Date,
): Promise<RawBuilder<SqlBool>> {
  switch (task) {
    case 'withoutOrder': {
      const { mixedOrders } = await readRules(db, now);
      const { administers } = administrator;
      // The office of the place that the agreement leaves, as `orderableSeats`, also if the posting was corrected since.
      const isOwn =
        administers === null ? sql`true` : sql`member.from_block = any(${blockCodesOf(administers)})`;
      const waits = sql`exists (select from agreement_members member
        where member.agreement_id = agreements.id and ${isOwn} and not ${stepDone(['ordered', 'joined'])})`;
      return sql<SqlBool>`agreements.state in ('agreed', 'in_progress')
        and ${isOrderedIn(administrator, mixedOrders)} and ${waits}`;
    }
    case 'notJoined': {
      const waits = sql`not ${stepDone(['joined'])} and exists (select from agreement_steps step
        where step.agreement_id = agreements.id and step.user_id = member.user_id and step.kind = 'ordered'
          and step.happened_at < ${now}::timestamptz - make_interval(days => ${JOINING_DAYS}))`;
      return sql<SqlBool>`agreements.state = 'in_progress' and ${hasMemberWith(administrator, waits)}`;
    }
    case 'factsChanged': {
      const differs = sql`(users.block, users.subject, users.class_range)
        is distinct from (member.from_block, agreements.subject, agreements.class_range)`;
      // A member has the state of the agreement, and an index of it: ended agreements, most in time, are not joined with accounts.
      const member = sql`member.state in ('agreed', 'in_progress') and ${differs} and not ${stepDone(['joined'])}`;
      return sql<SqlBool>`agreements.state in ('agreed', 'in_progress') and ${hasMemberWith(administrator, member)}`;
    }
  }
}

/** Returns the condition that a member posted in the administrator's districts, whose steps they may see, meets another one. */
function hasMemberWith(administrator: AdministratorScope, condition: RawBuilder<unknown>) {
  return sql`exists (select from agreement_members member join users on users.id = member.user_id
    where member.agreement_id = agreements.id and ${isPostedInScope(administrator)} and ${condition})`;
}

/** Returns the condition of a search by id, short number, order number, or name, contact or school of a member in scope. */
function matches(administrator: AdministratorScope, words: string): RawBuilder<SqlBool> {
  if (z.uuid().safeParse(words).success) return sql<SqlBool>`agreements.id = ${words}`;
  const people = sql`agreements.id in (
    select agreement_id from agreement_members join users on users.id = user_id
    where ${isSearched(words)} and ${isPostedInScope(administrator)})`;
  const ordered = sql`agreements.id in (
    select agreement_id from transfer_orders where lower(number) = ${words} and ${isOrderInScope(administrator)})`;
  const numbered = sql`agreements.number = ${typedAgreementNumber(words) ?? ''}`;
  return sql<SqlBool>`(${numbered} or ${ordered} or ${people})`;
}

interface Page extends AgreementFilters {
  page: number;
  limit: number;
}

/** Returns the administrator's agreements of every state that match the filters, newest first unless sorted. */
export async function listForOffice(
  db: Db,
  viewer: SignedIn,
  { page, limit, ...filters }: Page,
  now: Date,
): Promise<OfficeAgreementList> {
  const condition = await agreementCondition(db, viewer, filters, now);
  const [{ rows }, total] = await Promise.all([
    sql<{ id: string }>`select id from agreements where ${condition}
      order by ${agreementOrder(viewer, filters)} limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    countRows(db, sql`select from agreements where ${condition}`),
  ]);
  const ids = rows.map(({ id }) => id);
  return {
    agreements: await presentForOffice(db, viewer, await findAgreements(db, ids), now),
    pagination: paginationOf({ page, limit }, total),
  };
}

/** Returns agreements as the administrators' lists show them. */
async function presentForOffice(
  db: Db,
  viewer: SignedIn,
  agreements: readonly WholeAgreement[],
  now: Date,
): Promise<OfficeAgreement[]> {
  const [people, deadlines, rules] = await Promise.all([
    findPeople(db, agreements),
    findDeadlines(db, agreements),
    readRules(db, now),
  ]);
  return agreements.map((agreement) => {
    const seen = seenAgreement(agreement, people, viewer);
    return {
      ...listed(seen, deadlines.get(agreement.id) ?? null, now),
      members: seen.members.map((member) => listedMember(member, agreement, people)),
      isOrderedElsewhere:
        isOpenToMembers(agreement.state) && orderableOf(viewer, agreement, rules).length === 0,
    };
  });
}

/** Returns the fields of an agreement that the list and the single agreement share. */
export function listed(agreement: SeenAgreement, deadline: Date | null, now: Date) {
  const state = stateAt(agreementState(agreement), now.getTime());
  const isDue = state !== agreement.state;
  const shown = (moment: Date | null) => shownMoment(agreement, moment)?.toISOString() ?? null;
  return {
    _id: agreement.id,
    number: agreement.number,
    state,
    officeState: officeStateOf(agreement, state),
    source: agreement.source,
    round: agreement.round_id,
    size: agreement.size,
    subject: subjectByCode(agreement.subject).name,
    classRange: agreement.class_range,
    category: agreement.category,
    createdAt: agreement.created_at.toISOString(),
    deadline: isDue ? null : shown(deadline),
    agreedAt: shown(agreement.agreed_at),
    submittedAt: shown(agreement.submitted_at),
    endedAt: shown(isDue ? agreement.deadline : agreement.ended_at),
    reason: isDue ? ('deadline' as const) : agreement.reason,
    hasScrutiny: agreement.has_scrutiny,
    joined: state === 'completed' ? agreement.size : countJoined(agreement),
  };
}

/** Returns the state as an office counts its work. Members elsewhere, whose steps the administrator does not see, do not count. */
export function officeStateOf<State extends OfficeState>(
  { members }: SeenAgreement,
  state: State,
): State | 'ordered' {
  const isOrdered = ({ isElsewhere, ticked }: SeenMember) =>
    isElsewhere || ticked.some(({ kind }) => kind === 'ordered' || kind === 'joined');
  return state === 'in_progress' && members.every(isOrdered) ? 'ordered' : state;
}

/** Counts the members who joined, without members elsewhere, whose steps the administrator does not see. */
function countJoined({ members }: SeenAgreement): number {
  return members.filter(({ ticked }) => ticked.some(({ kind }) => kind === 'joined')).length;
}

/** Returns a member; for one elsewhere only the name, the place and the answer. @param people the accounts by id. */
export function listedMember(
  member: SeenMember,
  { proposed_by }: Pick<WholeAgreement, 'proposed_by'>,
  people: ReadonlyMap<string, NamedPersonRow>,
) {
  const { position, user_id, from_block, answer, is_silent, ticked } = member;
  const person = people.get(user_id ?? '');
  return {
    seat: position + 1,
    teacher:
      user_id === null || person === undefined
        ? null
        : { _id: user_id, name: person.name, ...(member.isElsewhere ? { isElsewhere: true as const } : {}) },
    ...placeOfBlock(from_block),
    answer,
    isSilent: is_silent,
    isProposer: !member.isElsewhere && user_id !== null && user_id === proposed_by,
    steps: ticked.map(({ kind, happened_at }) => ({
      step: kind,
      at: happened_at.toISOString(),
    })),
  };
}

/** Returns the deadline of the next step of each agreement, by agreement id. */
export async function findDeadlines(
  db: Db,
  agreements: readonly Pick<WholeAgreement, 'id'>[],
): Promise<Map<string, Date | null>> {
  const ids = agreements.map(({ id }) => id);
  const { rows } = await sql<{ id: string; due: Date | null }>`
    select id, ${dueAt} as due from agreements where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, due }) => [id, due]));
}

/** Maximum number of proposals and agreements of one teacher that a page shows, the newest ones. */
const NEWEST = 50;

/** Returns the newest proposals and agreements of a teacher. */
export function findAgreementsOf(
  db: Db,
  viewer: SignedIn,
  userId: string,
  now: Date,
): Promise<OfficeAgreement[]> {
  return findOf(db, viewer, { userId }, now);
}

/** Returns the open proposals and agreements of a teacher. Deactivating the account ends them. */
export function findEndings(db: Db, viewer: SignedIn, userId: string, now: Date): Promise<OfficeAgreement[]> {
  return findOf(db, viewer, { userId, states: ['proposed', 'agreed', 'in_progress'] }, now);
}

async function findOf(
  db: Db,
  viewer: SignedIn,
  { userId, states }: { userId: string; states?: readonly OfficeAgreement['state'][] },
  now: Date,
): Promise<OfficeAgreement[]> {
  const rows = await db
    .selectFrom('agreement_members')
    .select('agreement_id')
    .where('user_id', '=', userId)
    .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
    .orderBy('agreement_id', 'desc')
    .limit(NEWEST)
    .execute();
  const ids = rows.map(({ agreement_id }) => agreement_id);
  return presentForOffice(db, viewer, await findAgreements(db, ids), now);
}
