import {
  type Desk,
  deskSchema,
  type ListedRows,
  type SeasonStage,
  seasonStages,
} from '@mutual-transfer/domain/administration/desk';
import { type AgreementTask, agreementTasks } from '@mutual-transfer/domain/administration/office-agreement';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { sql } from 'kysely';
import type { App, Dependencies } from '../dependencies.ts';
import { languageOf } from '../http/answers.ts';
import { signedIn } from '../http/policy.ts';
import { slow } from '../http/turns.ts';
import { countOf, countRows } from '../platform/database/read-page.ts';
import type { Db } from '../platform/database/tables.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { findCurrentSeason, presentSeason, type SeasonReader } from '../seasons/seasons.ts';
import { agreementCondition } from './agreements/agreements.ts';
import { standingConsents } from './consents.ts';
import { objectionsFound } from './objections.ts';
import { isListedTeacher } from './teachers.ts';

/** Returns how far the season is for the administrator's teachers, and the work behind it. Each figure counts the rows of its list. */
async function readDesk(db: Db, viewer: SignedIn, reader: SeasonReader): Promise<Desk> {
  const { now } = reader;
  const season = await findCurrentSeason(db, now);
  const left = season === undefined ? 0 : season.closed_at.getTime() - now.getTime();
  return {
    season: season === undefined ? null : presentSeason(season, reader),
    daysLeft: left > 0 ? Math.ceil(left / MILLISECONDS_A_DAY) : null,
    counts:
      season === undefined
        ? null
        : await countEach(seasonStages, (stage) => countStage(db, viewer, stage, now)),
    tasks: {
      ...(await countEach(agreementTasks, (task) => countTask(db, viewer, task, now))),
      objections: {
        count: await countOf(objectionsFound(db, viewer, { state: 'open' })),
        list: '/api/admin/objections?state=open',
      },
    },
  };
}

async function countEach<Name extends string>(
  names: readonly Name[],
  count: (name: Name) => Promise<ListedRows>,
): Promise<Record<Name, ListedRows>> {
  // One after the other, so that a desk takes one connection of the pool.
  const counted: (readonly [Name, ListedRows])[] = [];
  for (const name of names) counted.push([name, await count(name)]);
  // `Object.fromEntries` types its keys as any string.
  return Object.fromEntries(counted) as Record<Name, ListedRows>;
}

async function countStage(db: Db, viewer: SignedIn, stage: SeasonStage, now: Date): Promise<ListedRows> {
  if (stage === 'consented')
    return { count: await countOf(standingConsents(db, viewer, {}, now)), list: '/api/admin/consents' };
  const condition = isListedTeacher(viewer, { stage }, now);
  return {
    count: await countRows(db, sql`select from users where ${condition}`),
    list: `/api/admin/users?stage=${stage}`,
  };
}

async function countTask(db: Db, viewer: SignedIn, task: AgreementTask, now: Date): Promise<ListedRows> {
  const condition = await agreementCondition(db, viewer, { task }, now);
  return {
    count: await countRows(db, sql`select from agreements where ${condition}`),
    list: `/api/admin/agreements?task=${task}`,
  };
}

/** Points of ten counts over all teachers and agreements. */
const DESK_COST = 10;

export function deskRoutes(app: App, { db, now }: Dependencies): void {
  app.get(
    '/api/admin/desk',
    {
      config: { policy: 'district', concerns: 'rows', cost: DESK_COST },
      schema: {
        summary:
          'Count the teachers of the administrator by stage of the season, and the agreements to work on',
        response: { 200: deskSchema },
      },
    },
    slow((request) => readDesk(db, signedIn(request), { language: languageOf(request), now: now() })),
  );
}
