import { Readable } from 'node:stream';
import {
  type NewPlan,
  newPlanSchema,
  type Plan,
  type PlanBoard,
  type PlanEntry,
  planBoardSchema,
  planSchema,
  planSummarySchema,
} from '@mutual-transfer/domain/matching/plan';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { App, Dependencies } from '../../dependencies.ts';
import { languageOf, say, sendFile } from '../../http/answers.ts';
import { byId } from '../../http/by-id.ts';
import { once } from '../../http/idempotency.ts';
import { signedIn } from '../../http/policy.ts';
import { inTurn, writeInTurn } from '../../http/turns.ts';
import { auditedLines, writeAudit } from '../../people/audit.ts';
import type { Database } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { allowedRing, readRules } from '../../platform/rules.ts';
import { latestPlanOf } from './latest-plan.ts';
import { cancelPlanJob, findPlanJobs, sendPlan } from './plan-queue.ts';
import { ringsCsv } from './rings-csv.ts';
import { findAllCompleted, findCompleted } from './store-plan.ts';

const config = { policy: 'state' } as const;

export function planRoutes(app: App, dependencies: Dependencies): void {
  publicRoute(app, dependencies);
  actingRoutes(app, dependencies);
  readingRoutes(app, dependencies);
  downloadRoute(app, dependencies);
}

function publicRoute(app: App, { db, now }: Dependencies): void {
  const latestPlan = latestPlanOf(db, now);

  app.get(
    '/api/plan',
    {
      config: { policy: 'open', isShared: true },
      schema: {
        summary: 'What the latest statewide plan says rings make possible, if there is one',
        response: { 200: planSummarySchema },
      },
    },
    inTurn(async () => (await latestPlan())?.summary ?? { isPlanned: false as const }),
  );
}

function actingRoutes(app: App, dependencies: Dependencies): void {
  const { boss, db, planQueued } = dependencies;
  app.post(
    '/api/admin/plans',
    {
      config: { ...config, idempotency: 'key' },
      schema: { summary: 'Start a statewide plan', body: newPlanSchema, response: { 202: planSchema } },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: async (commit) => {
          const made = await commit(async (transaction) => {
            const { _id: id } = await startPlan(dependencies, transaction, request, request.body);
            return { status: 202, location: `/api/admin/plans/${id}`, ids: { id } };
          });
          await planQueued();
          return made;
        },
        answer: ({ id }) => requirePlan(db, boss, id),
      }),
    ),
  );

  app.delete(
    '/api/admin/plans/:id',
    {
      config,
      schema: { summary: 'Cancel a statewide plan', params: byId, response: { 200: planSchema } },
    },
    writeInTurn((request) => cancelPlan(dependencies, request, request.params.id)),
  );
}

function readingRoutes(app: App, { boss, db }: Dependencies): void {
  app.get(
    '/api/admin/plans',
    {
      config,
      schema: {
        summary: 'The statewide plan under way and the latest completed one',
        response: { 200: planBoardSchema },
      },
    },
    inTurn(() => findBoard(db, boss)),
  );

  app.get(
    '/api/admin/plans/:id',
    {
      config,
      schema: { summary: 'Get a statewide plan', params: byId, response: { 200: planSchema } },
    },
    inTurn((request) => requirePlan(db, boss, request.params.id)),
  );
}

function downloadRoute(app: App, dependencies: Dependencies): void {
  const { boss, db, now } = dependencies;
  app.get(
    '/api/admin/plans/:id/rings.csv',
    {
      config,
      schema: {
        summary: 'Download the rings of a completed statewide plan as CSV, one row per teacher',
        params: byId,
        response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
      },
    },
    inTurn(async (request, reply) => {
      const { id } = request.params;
      const { status, finishedAt } = await requirePlan(db, boss, id);
      if (status !== 'completed') throw new AppError('not_found');
      const lines = ringsCsv(db, id, { viewer: request.viewer, language: languageOf(request) });
      await writeAudit(db, request, { action: 'plan.download', details: { plan: id } }, now());
      return sendFile(reply, {
        name: say(request, 'file.rings', { date: finishedAt?.slice(0, 10) ?? '' }),
        type: 'text/csv; charset=utf-8',
        body: Readable.from(auditedLines(dependencies, request, lines)),
      });
    }),
  );
}

/**
 * Queues a plan.
 *
 * @throws {AppError} `validation_failed` if the rules do not allow rings of this length, `plan_under_way` if another plan is queued or
 * running.
 */
async function startPlan(
  { boss, now }: Dependencies,
  transaction: Transaction<Database>,
  request: FastifyRequest,
  asked: NewPlan,
): Promise<Plan> {
  const maxRing = allowedRing(await readRules(transaction, now()), asked.maxRing);
  const goal = { maxRing, survival: asked.survival, deepMinutes: asked.deepMinutes };
  const id = await sendPlan(boss, transaction, { ...goal, requestedBy: signedIn(request).userId });
  if (id === null) throw new AppError('plan_under_way');
  await writeAudit(transaction, request, { action: 'plan.start', details: { plan: id, ...goal } }, now());
  return requirePlan(transaction, boss, id);
}

/**
 * Cancels a plan. The process that computes it stops within a second. Cancelling a cancelled plan has no effect.
 *
 * @throws {AppError} `not_found`, `plan_finished`.
 */
async function cancelPlan(
  { boss, db, now }: Dependencies,
  request: FastifyRequest,
  id: string,
): Promise<Plan> {
  return db.transaction().execute(async (transaction) => {
    const found = await requirePlan(transaction, boss, id);
    if (found.status === 'cancelled') return found;
    if (found.finishedAt !== null) throw new AppError('plan_finished');
    await cancelPlanJob(boss, transaction, id);
    const cancelled = await requirePlan(transaction, boss, id);
    // Otherwise the job was completed in the meantime.
    if (cancelled.status !== 'cancelled') throw new AppError('plan_finished');
    await writeAudit(transaction, request, { action: 'plan.cancel', details: { plan: id } }, now());
    return cancelled;
  });
}

/** Returns the queued or running plan, the latest completed one, and the history of plans that have ended. */
async function findBoard(db: Kysely<Database>, boss: PgBoss): Promise<PlanBoard> {
  const [jobs, completed] = [await findPlanJobs(boss, db), await findAllCompleted(db)];
  return {
    current: jobs.find(({ finishedAt }) => finishedAt === null) ?? null,
    latest: completed[0] ?? null,
    history: historyOf([...completed, ...jobs.filter(({ finishedAt }) => finishedAt !== null)]),
  };
}

/** Returns the history of plans, newest first, without their detailed figures. */
function historyOf(ended: readonly Plan[]): PlanEntry[] {
  const ofTheNight = ended.find((plan) => plan.status === 'completed' && plan.isNightly);
  return ended
    .toSorted((a, b) => (b.finishedAt ?? '').localeCompare(a.finishedAt ?? ''))
    .map(({ figures, progress: _progress, best: _best, ...shown }) => {
      const { teachers = null, moved = null } = figures ?? {};
      return { ...shown, teachers, moved, isPublic: shown._id === ofTheNight?._id };
    });
}

/**
 * Returns a plan.
 *
 * @throws {AppError} `not_found`.
 */
async function requirePlan(db: Kysely<Database>, boss: PgBoss, id: string): Promise<Plan> {
  const found = (await findCompleted(db, id)) ?? (await findPlanJobs(boss, db, id))[0];
  if (found === undefined) throw new AppError('not_found');
  return found;
}
