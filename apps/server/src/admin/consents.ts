import type { PersonPage } from '@mutual-transfer/domain/administration/administration';
import type { Language } from '@mutual-transfer/domain/language/language';
import type { PageQuery } from '@mutual-transfer/domain/query-parameters';
import { blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import {
  type Consent,
  type ConsentFilters,
  type ConsentList,
  consentListSchema,
  consentQuerySchema,
} from '@mutual-transfer/domain/seasons/consent';
import { seasonName } from '@mutual-transfer/domain/seasons/season';
import { type InferResult, type NotNull, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isOut } from '../agreements/exclusions.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn } from '../http/turns.ts';
import { isPostedInScope } from '../people/administrator-scope.ts';
import { audited } from '../people/audited.ts';
import { isElsewhere, recordShown } from '../people/visibility.ts';
import { readPage } from '../platform/database/read-page.ts';
import { batchesById } from '../platform/database/rows.ts';
import type { Db } from '../platform/database/tables.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { currentSeasonId } from '../seasons/seasons.ts';
import { districtsOf, teachersCondition } from './teachers.ts';

const ROWS_PER_BATCH = 500;

/** Selects the consents to the current season that stand, of teachers who are not out of it, given in the administrator's districts. */
export function standingConsents(
  db: Db,
  viewer: SignedIn,
  { district, ...facts }: ConsentFilters,
  now: Date,
) {
  const scope = { administers: districtsOf(viewer, district) };
  const isOfAll = Object.values(facts).every((fact) => fact === undefined);
  return (
    db
      .selectFrom('season_consents')
      // Not an inner join: PostgreSQL counts without the accounts then.
      .leftJoin('users', 'users.id', 'season_consents.user_id')
      .select(['season_consents.id', 'given_at', 'sentence', 'users.id as userId', 'users.name'])
      .select(['users.district', 'users.block', 'users.subject', 'users.class_range'])
      .where('user_id', 'is not', null)
      .where('season_id', '=', currentSeasonId(now))
      .where('given_at', 'is not', null)
      .where('withdrawn_at', 'is', null)
      .where(sql<SqlBool>`not ${isOut('season_consents.user_id', now)}`)
      .where(isPostedInScope(scope, sql.ref('season_consents.district')))
      // A filter by a fact of a teacher who is posted elsewhere by now would reveal it.
      .where(
        isOfAll
          ? sql<SqlBool>`true`
          : sql<SqlBool>`${isPostedInScope(viewer)} and ${teachersCondition(facts, now)}`,
      )
      // A consent that was given has both, and its account has a name.
      .$narrowType<{ given_at: NotNull; sentence: NotNull; userId: NotNull; name: NotNull }>()
  );
}

/** Selects when a row of `users` gave the standing consent to the current season; null without one. */
export function standingConsent(now: Date): RawBuilder<Date | null> {
  return sql<Date | null>`(select given_at from season_consents
    where user_id = users.id and season_id = ${currentSeasonId(now)} and withdrawn_at is null
      and not ${isOut('users.id', now)})`;
}

type ConsentRow = InferResult<ReturnType<typeof standingConsents>>[number];

function presentConsent(row: ConsentRow, viewer: SignedIn): Consent {
  const isMoved = isElsewhere(viewer, row.district);
  return {
    teacher: { _id: row.userId, name: row.name, ...(isMoved && { isElsewhere: true }) },
    district: row.district && districtByCode(row.district).name,
    block: row.block && blockByCode(row.block).name,
    subject: isMoved ? null : row.subject && subjectByCode(row.subject).name,
    classRange: isMoved ? null : row.class_range,
    givenAt: row.given_at.toISOString(),
    sentence: row.sentence,
  };
}

async function listConsents(
  db: Db,
  viewer: SignedIn,
  { page, limit, ...filters }: ConsentFilters & PageQuery,
  now: Date,
): Promise<ConsentList> {
  const query = standingConsents(db, viewer, filters, now)
    .orderBy('given_at', 'desc')
    .orderBy('season_consents.id');
  const { rows, pagination } = await readPage(query, { page, limit });
  for (const { userId } of rows) recordShown(viewer, userId);
  return { consents: rows.map((row) => presentConsent(row, viewer)), pagination };
}

/** Streams the consents that match the filters. */
export async function* consentBatches(db: Db, viewer: SignedIn, filters: ConsentFilters, now: Date) {
  const read = (after: string) =>
    standingConsents(db, viewer, filters, now)
      .where('season_consents.id', '>', after)
      .orderBy('season_consents.id')
      .limit(ROWS_PER_BATCH)
      .execute();
  for await (const rows of batchesById(read)) {
    for (const { userId } of rows) recordShown(viewer, userId);
    yield rows.map((row) => presentConsent(row, viewer));
  }
}

/** Returns the consents of a teacher to all seasons, withdrawn ones too, latest first. */
export async function findConsentsOf(
  db: Db,
  userId: string,
  language: Language,
): Promise<PersonPage['consents']> {
  const rows = await db
    .selectFrom('season_consents')
    .innerJoin('seasons', 'seasons.id', 'season_id')
    .select(['seasons.name', 'seasons.names', 'given_at', 'withdrawn_at', 'sentence'])
    .where('user_id', '=', userId)
    .where('given_at', 'is not', null)
    .$narrowType<{ given_at: NotNull; sentence: NotNull }>()
    .orderBy('given_at', 'desc')
    .execute();
  return rows.map(({ given_at, withdrawn_at, sentence, ...season }) => ({
    season: seasonName(season, language),
    givenAt: given_at.toISOString(),
    withdrawnAt: withdrawn_at?.toISOString() ?? null,
    sentence,
  }));
}

/** Registers the register of consents. */
export function consentListRoutes(app: App, { db, now }: Dependencies): void {
  app.get(
    '/api/admin/consents',
    {
      config: { policy: 'district', concerns: 'rows' },
      schema: {
        summary: 'List the standing consents to the open season, else the next one, else the latest',
        querystring: consentQuerySchema,
        response: { 200: consentListSchema },
      },
    },
    inTurn(audited('look.consents', (request) => listConsents(db, signedIn(request), request.query, now()))),
  );
}
