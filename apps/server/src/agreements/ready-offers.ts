import {
  READY_TIME,
  ROUND_REFUSALS_A_DAY,
  swapAttributes,
} from '@mutual-transfer/domain/agreements/agreement-rules';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { RoundOffer } from '@mutual-transfer/matching/clearing/plan-round';
import { type YesHistory, yesProbabilities } from '@mutual-transfer/matching/clearing/yes-chances';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  graphOfferOf,
  type OfferRules,
  partsOfStratum,
  type RequestOffer,
} from '../matching/index/request-offer.ts';
import type { Database, RoundRow } from '../platform/database/tables.ts';
import { servedLongEnough } from '../platform/swap-conditions.ts';
import { isOut } from './exclusions.ts';
import { ALL_STRATA } from './plan-ready.ts';
import { consents } from './readiness.ts';

export const everybody: Scope = { subjects: null, districts: null, consentsOf: null, roundId: null };

/**
 * Stores the teachers that a round plans with, and for a round of the timetable those whom its season asked for consent, with their district
 * and subject. Teachers stay in the list once they are in it.
 */
export async function writeReadyTeachers(
  db: Kysely<Database>,
  { id: roundId, number }: Pick<RoundRow, 'id' | 'number'>,
  { scope, strata, now }: Pick<ReadyFor, 'scope' | 'strata' | 'now'>,
): Promise<void> {
  if (scope.consentsOf !== null && number !== null)
    await noteAskedForConsent(db, roundId, scope.consentsOf, scope);
  await sql`
    insert into round_teachers as noted (round_id, user_id, district, subject, ready_at)
    select distinct on (user_id) ${roundId}::uuid, user_id, from_district, subject, ${now}::timestamptz from offers
    where request_id is not null and ${isReady(scope, now)} and ${inStrata(strata)} order by user_id, request_id
    on conflict (round_id, user_id) do update set ready_at = excluded.ready_at where noted.ready_at is null`.execute(
    db,
  );
}

/** Stores the teachers of a round's districts and subjects whom its season asked for consent, or who gave it before they were asked. */
async function noteAskedForConsent(
  db: Kysely<Database>,
  roundId: string,
  seasonId: string,
  scope: Scope,
): Promise<void> {
  await sql`
    insert into round_teachers as noted (round_id, user_id, district, subject, asked_at)
    select distinct on (offers.user_id) ${roundId}::uuid, offers.user_id, from_district, subject,
      coalesce(asked_at, given_at)
    from offers join season_consents on season_consents.user_id = offers.user_id and season_id = ${seasonId}
    where request_id is not null and ${isIn(scope)} order by offers.user_id, request_id
    on conflict (round_id, user_id) do update set asked_at = excluded.asked_at where noted.asked_at is null`.execute(
    db,
  );
}

/** Days for which a statement of readiness, or a sign-in, counts as recent. */
const RECENT_DAYS = 7;

/** Districts and subjects of a round. */
export interface Scope {
  /** Codes; null selects all. */
  subjects: readonly string[] | null;
  /** Codes of the districts of posting; null selects all. */
  districts: readonly string[] | null;
  /** Id of the season whose consents count instead of readiness; null if readiness counts. */
  consentsOf: string | null;
  /** Id of the round, whose silent members are not planned again; null outside of a round. */
  roundId: string | null;
}

interface ReadyFor {
  scope: Scope;
  /** True to include teachers with an open proposal of a round. */
  withAsked?: boolean;
  strata: readonly string[];
  rules: OfferRules;
  /** Mean probability of a yes. */
  chance: number;
  now: Date;
}

interface ReadyOffer extends RequestOffer, YesHistory {
  /** True for a proven phone or a verification. */
  is_proven: boolean;
  /** Rank of the request among the teacher's own: by the teacher's ranking, then by urgency. 1 is the best. */
  rank: number;
}

/** Days from which a teacher's answers to proposals of rounds count. */
const DAYS_OF_ANSWERS = 90;
/** Largest difference of two probabilities that a plan treats as equal. */
const SAME_CHANCE = 1e-9;

/**
 * Selects the offers that a round may plan with: their teachers are ready or consented, were not silent in this round, are bound by no
 * agreement, without an open proposal of a round, and not held by a yes to another proposal. Each has its rank among the teacher's own,
 * the teacher's own probability of a yes, and whether the teacher is proven. Signs of a yes are recent readiness, a proven person, and a
 * recent sign-in.
 */
export async function findReadyOffers(db: Kysely<Database>, wanted: ReadyFor): Promise<RoundOffer[]> {
  const since = new Date(wanted.now.getTime() - RECENT_DAYS * MILLISECONDS_A_DAY);
  const answersFrom = new Date(wanted.now.getTime() - DAYS_OF_ANSWERS * MILLISECONDS_A_DAY);
  const { rows } = await sql<ReadyOffer>`
    with ready as (
      select request_id, user_id, subject, class_range, category, from_block, to_district, to_block,
        (extract(epoch from offered_at) * 1000)::float8 as waiting_since
      from offers
      where request_id is not null and ${isReady(wanted.scope, wanted.now, wanted.withAsked ? 'none' : 'all')} and ${inStrata(wanted.strata)}
        and ${servedLongEnough(wanted.rules, 'offers.joined_on')}
    ), answered as (
      select user_id, count(*) filter (where ${refused})::int as refused,
        count(*) filter (where answer = 'yes' and not ${refused})::int as yes
      from agreement_members join agreements on agreements.id = agreement_id
      where source = 'round' and agreements.created_at > ${answersFrom} and user_id in (select user_id from ready)
      group by user_id
    )
    select ready.*, verified_at is not null as is_proven, coalesce(yes, 0) as yes, coalesce(refused, 0) as refused,
      coalesce((ready_until > ${new Date(since.getTime() + READY_TIME)})::int, 0)
        + (verified_at is not null)::int
        + (exists (
          select from sessions
          where sessions.user_id = ready.user_id and impersonator_id is null and sessions.created_at > ${since}
        ))::int as signs,
      (dense_rank() over (
        partition by ready.user_id order by own_rank nulls last, array_position(array['high', 'medium', 'low'], urgency)
      ))::int as rank
    from ready join requests on requests.id = request_id join users on users.id = ready.user_id
    left join answered on answered.user_id = ready.user_id
    order by rank, request_id`.execute(db);
  const chances = yesProbabilities(rows, wanted.chance);
  const areAlike = chances.every((chance) => Math.abs(chance - wanted.chance) < SAME_CHANCE);
  return rows.map((row, index) => ({
    ...graphOfferOf(row, wanted.rules),
    isProven: row.is_proven,
    ...(row.rank === 1 ? {} : { rank: row.rank }),
    ...(areAlike ? {} : { probability: chances[index] ?? wanted.chance }),
  }));
}

/**
 * The condition that a member let the deadline of a proposal pass, for a query over `agreement_members` and `agreements`. Silence that rests
 * on a consent is none.
 */
export const wasSilent = sql<SqlBool>`(agreements.state = 'lapsed' and agreements.reason = 'deadline' and answer = 'open' and consent_id is null)`;

/** The condition that a member of a proposal said no, left or was silent. */
const refused = sql<SqlBool>`(answer = 'no' or agreements.ended_by is not distinct from agreement_members.user_id or ${wasSilent})`;

/** Counts the ready offers by subject code. */
export async function countReady(
  db: Kysely<Database>,
  scope: Scope,
  now: Date,
): Promise<{ subject: string; ready: number }[]> {
  const { rows } = await sql<{ subject: string; ready: number }>`
    select subject, count(*)::int as ready from offers
    where request_id is not null and ${isReady(scope, now, 'lasting')}
    group by subject order by ready desc, subject`.execute(db);
  return rows;
}

/** Counts the teachers of a scope whom a round would ask, and those whom it would include in its plan. */
export async function countTeachers(
  db: Kysely<Database>,
  scope: Scope,
  now: Date,
): Promise<{ asked: number; ready: number }> {
  const { rows } = await sql<{ asked: number; ready: number }>`
    select
      (select count(distinct user_id)::int from offers
        where request_id is not null and ${isIn(scope)} and not ${isWilling(scope, now)}) as asked,
      (select count(distinct user_id)::int from offers
        where request_id is not null and ${isReady(scope, now, 'lasting')}) as ready`.execute(db);
  return rows[0] ?? { asked: 0, ready: 0 };
}

/** Conditions of open round proposals whose members do not count as ready. `lasting` ignores those of stopped rounds, which end soon. */
const openOfRounds = {
  all: sql<SqlBool>`true`,
  lasting: sql<SqlBool>`not exists (select from rounds where rounds.id = round_id and rounds.state = 'stopped')`,
  none: sql<SqlBool>`false`,
};

function isReady(scope: Scope, now: Date, without: keyof typeof openOfRounds = 'all'): RawBuilder<SqlBool> {
  const isAskedAgain = scope.consentsOf === null ? sql`not ${refusesOften(now)}` : sql`true`;
  return sql<SqlBool>`${isIn(scope)} and ${isWilling(scope, now)} and not ${isOut('offers.user_id', now)} and ${isAskedAgain} and not ${wasSilentIn(scope.roundId)}
    and not exists (
      select from agreement_members join agreements on agreements.id = agreement_id
      where agreement_members.user_id = offers.user_id and (
        agreements.state in ('agreed', 'in_progress')
        or (agreements.state = 'proposed' and ((source = 'round' and ${openOfRounds[without]}) or held_until > ${now}))
      )
    )`;
}

/** Returns the condition that the teacher was silent in the round. It then plans without them, also if they become ready again. */
function wasSilentIn(roundId: string | null): RawBuilder<SqlBool> {
  if (roundId === null) return sql<SqlBool>`false`;
  return sql<SqlBool>`exists (
    select from agreement_members join agreements on agreements.id = agreement_id
    where agreement_members.user_id = offers.user_id and round_id = ${roundId} and ${wasSilent}
  )`;
}

/** Returns the condition that the offer is of the round's districts and subjects. */
function isIn({ subjects, districts }: Scope): RawBuilder<SqlBool> {
  const ofSubjects = subjects === null ? sql`true` : sql`offers.subject = any(${[...subjects]}::text[])`;
  const ofDistricts = districts === null ? sql`true` : sql`from_district = any(${[...districts]}::text[])`;
  return sql<SqlBool>`(${ofSubjects} and ${ofDistricts})`;
}

/** Returns the condition that the request is listed, and its teacher is ready for it or consented. */
function isWilling({ consentsOf }: Scope, now: Date): RawBuilder<SqlBool> {
  const willing =
    consentsOf === null ? sql`ready_until > ${now}` : consents('offers.user_id', consentsOf, now);
  return sql<SqlBool>`exists (
    select from requests where requests.id = offers.request_id and listed and ${willing}
  )`;
}

/**
 * Returns the condition that the teacher refused as many proposals of rounds as a day allows. A teacher who refuses and becomes ready again
 * would otherwise be planned with the same members every second, each of whom gets a notice.
 */
function refusesOften(now: Date): RawBuilder<SqlBool> {
  const dayAgo = new Date(now.getTime() - MILLISECONDS_A_DAY);
  return sql<SqlBool>`(
    select count(*) from agreement_steps join agreements on agreements.id = agreement_id
    where agreement_steps.user_id = offers.user_id and kind in ('no', 'leave') and happened_at > ${dayAgo} and source = 'round'
  ) >= ${ROUND_REFUSALS_A_DAY}`;
}

function inStrata(strata: readonly string[]): RawBuilder<SqlBool> {
  if (strata.includes(ALL_STRATA)) return sql<SqlBool>`true`;
  const wanted = strata.map((stratum) => {
    const { subject, classRange, category, mixes } = partsOfStratum(stratum);
    const isIn = {
      subject: sql`subject = ${subject}`,
      classRange: sql`class_range = ${classRange}`,
      category: sql`category is not distinct from ${category}`,
    };
    const due = swapAttributes.filter((attribute) => !mixes.includes(attribute));
    return sql`(${sql.join([sql`true`, ...due.map((attribute) => isIn[attribute])], sql` and `)})`;
  });
  return sql<SqlBool>`(${sql.join(wanted, sql` or `)})`;
}
