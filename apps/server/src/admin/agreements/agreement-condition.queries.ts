import type { AgreementFilters } from '@mutual-transfer/domain/administration/office-agreement';
import { JOINING_DAYS, ORDER_DAYS } from '@mutual-transfer/domain/agreements/agreement-rules';
import { districtByName } from '@mutual-transfer/domain/reference/places';
import { subjectByName } from '@mutual-transfer/domain/reference/subjects';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { INDIA_OFFSET, isWithin } from '../../database/day-span.ts';
import {
  type Administrator,
  hasMemberIn,
  hasMemberInScope,
  isOrderInScope,
  isPostedInScope,
} from '../../privacy/administrator-scope.queries.ts';
import { isSearched, searchedWords } from '../teachers/people-search.ts';

const stepDone = (kinds: readonly string[]) => sql`exists (select from agreement_steps step
  where step.agreement_id = agreements.id and step.user_id = member.user_id and step.kind = any(${kinds}))`;

const waitsForOrder = sql`exists (select from agreement_members member
  where member.agreement_id = agreements.id and not ${stepDone(['ordered', 'joined'])})`;

/** Deadline of the next step; null when the agreement is over. Deadlines of the portal's steps count from the submission of the group. */
export const dueAt = sql<Date | null>`(case agreements.state
  when 'proposed' then agreements.deadline
  when 'agreed' then greatest(agreed_at + make_interval(days => ${ORDER_DAYS}), extended_until)
  when 'in_progress' then greatest(
    submitted_at + make_interval(days => case when ${waitsForOrder} then ${ORDER_DAYS}::int else ${ORDER_DAYS + JOINING_DAYS}::int end),
    extended_until)
  end)`;

/** Returns the condition that at least one member whose steps the administrator may see has joined. */
const someJoined = (administrator: Administrator) => sql`exists (
  select from agreement_steps step join users on users.id = step.user_id
  where step.agreement_id = agreements.id and step.kind = 'joined' and ${isPostedInScope(administrator)})`;

/**
 * Returns the deadline as filters and orders compare it. For an administrator of districts it is only the day: the exact time would
 * reveal that of the last answer, which may be the answer of a member elsewhere.
 */
function comparedDeadline({ administers }: Administrator): RawBuilder<unknown> {
  return administers === null ? dueAt : dayOf(dueAt);
}

const dayOf = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone ${INDIA_OFFSET}::interval)::date`;

/** Returns the `order by` of the list. Agreements without a deadline are last. Ids ascend with the time of the proposal. */
export function agreementOrder(
  administrator: Administrator,
  { sort = 'newest' }: Pick<AgreementFilters, 'sort'>,
): RawBuilder<unknown> {
  const isDescending = sort.startsWith('-') || sort === 'newest';
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const orders: ReadonlyMap<string, RawBuilder<unknown>> = new Map([
    ['deadline', comparedDeadline(administrator)],
    ['size', sql`agreements.size`],
    ['state', sql`agreements.state`],
    ['subject', sql`agreements.subject`],
  ]);
  const by = orders.get(sort.replace('-', ''));
  return by === undefined
    ? sql`agreements.id ${direction}`
    : sql`${by} ${direction} nulls last, agreements.id ${direction}`;
}

/** Returns the condition of the filters on `agreements`. */
export function agreementCondition(
  administrator: Administrator,
  filters: AgreementFilters,
  now: Date,
): RawBuilder<SqlBool> {
  const { state, district, subject, round, due, joined, search } = filters;
  const conditions = [
    hasMemberInScope(administrator),
    isWithin('agreements.created_at', filters),
    ...(state === undefined ? [] : [hasState(state, now)]),
    ...(district === undefined ? [] : [hasMemberIn([districtByName(district)?.code ?? ''])]),
    ...(subject === undefined ? [] : [sql<SqlBool>`agreements.subject = ${subjectByName(subject)?.code}`]),
    ...(round === undefined ? [] : [sql<SqlBool>`round_id = ${round}`]),
    ...(due === undefined ? [] : [isDueBefore(administrator, due)]),
    ...(joined === undefined ? [] : [hasJoined(administrator, joined)]),
    ...(searchedWords(search) === '' ? [] : [matches(administrator, searchedWords(search))]),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Returns the condition of a state. A proposal past its deadline counts as lapsed even before the job has ended it. */
function hasState(state: NonNullable<AgreementFilters['state']>, now: Date): RawBuilder<SqlBool> {
  if (state === 'proposed')
    return sql<SqlBool>`agreements.state = 'proposed' and agreements.deadline > ${now}`;
  if (state === 'lapsed') {
    return sql<SqlBool>`(agreements.state = 'lapsed' or (agreements.state = 'proposed' and agreements.deadline <= ${now}))`;
  }
  return sql<SqlBool>`agreements.state = ${state}`;
}

function isDueBefore(administrator: Administrator, due: string): RawBuilder<SqlBool> {
  const isDay = z.iso.date().safeParse(due).success;
  const moment = isDay
    ? sql`${due}::date::timestamp at time zone ${INDIA_OFFSET}::interval`
    : sql`${due}::timestamptz`;
  const end = administrator.administers === null ? moment : dayOf(moment);
  return sql<SqlBool>`agreements.ended_at is null and ${comparedDeadline(administrator)} < ${end}`;
}

function hasJoined(
  administrator: Administrator,
  joined: NonNullable<AgreementFilters['joined']>,
): RawBuilder<SqlBool> {
  if (joined === 'all') return sql<SqlBool>`agreements.state = 'completed'`;
  const some = someJoined(administrator);
  return sql<SqlBool>`agreements.state in ('agreed', 'in_progress') and ${joined === 'none' ? sql`not ${some}` : some}`;
}

/** Returns the condition of a search by id, short number, order number, or name, contact or school of a member in scope. */
function matches(administrator: Administrator, words: string): RawBuilder<SqlBool> {
  if (z.uuid().safeParse(words).success) return sql<SqlBool>`agreements.id = ${words}`;
  const people = sql`agreements.id in (
    select agreement_id from agreement_members join users on users.id = user_id
    where ${isSearched(words)} and ${isPostedInScope(administrator)})`;
  const ordered = sql`agreements.id in (
    select agreement_id from transfer_orders where lower(number) = ${words} and ${isOrderInScope(administrator)})`;
  const numbered = sql`upper(right(agreements.id::text, 8)) = ${words.toUpperCase()}`;
  return sql<SqlBool>`(${numbered} or ${ordered} or ${people})`;
}
