import { swapAttributes } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { GraphOffer } from '@mutual-transfer/matching/live/ring-graph';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { offerColumns } from '../offers/active-offers.ts';
import { graphOfferOf, type OfferRules, partsOfStratum, type RequestOffer } from '../offers/request-offer.ts';
import { servedLongEnough } from '../rules/one-kind.ts';
import { ALL_STRATA } from './round-plans-due.ts';

interface ReadyFor {
  readonly roundId: string | null;
  /** Codes; null selects all. */
  readonly subjects: readonly string[] | null;
  readonly strata: readonly string[];
  readonly rules: OfferRules;
  readonly now: Date;
}

/**
 * Selects the offers that a round may plan with: their teachers are ready, bound by no agreement, without an open proposal of the round,
 * and not held by a yes to another proposal.
 */
export async function findReadyOffers(db: Kysely<Database>, wanted: ReadyFor): Promise<GraphOffer[]> {
  const { rows } = await sql<RequestOffer>`
    select ${sql.raw(offerColumns)} from offers
    where request_id is not null and ${isReady(wanted)} and ${inStrata(wanted.strata)}
      and ${servedLongEnough(wanted.rules, 'offers.joined_on')}`.execute(db);
  return rows.map((row) => graphOfferOf(row, wanted.rules));
}

/** Counts the ready offers by subject code. */
export async function countReady(
  db: Kysely<Database>,
  now: Date,
): Promise<{ subject: string; ready: number }[]> {
  const { rows } = await sql<{ subject: string; ready: number }>`
    select subject, count(*)::int as ready from offers
    where request_id is not null and ${isReady({ roundId: null, subjects: null, now })}
    group by subject order by ready desc, subject`.execute(db);
  return rows;
}

function isReady({ roundId, subjects, now }: Omit<ReadyFor, 'strata' | 'rules'>): RawBuilder<SqlBool> {
  const ofSubjects = subjects === null ? sql`true` : sql`offers.subject = any(${[...subjects]}::text[])`;
  return sql<SqlBool>`${ofSubjects}
    and exists (
      select from requests where requests.id = offers.request_id and ready_until > ${now} and listed
    )
    and not exists (
      select from agreement_members join agreements on agreements.id = agreement_id
      where agreement_members.user_id = offers.user_id and (
        agreements.state in ('agreed', 'in_progress')
        or (agreements.state = 'proposed' and (round_id = ${roundId}::uuid or held_until > ${now}))
      )
    )`;
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
