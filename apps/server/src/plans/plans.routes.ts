import { Readable } from 'node:stream';
import { newPlan, plan, planBoard, planSummary } from '@mutual-transfer/domain/matching/plan';
import { z } from 'zod';
import { writeAudit } from '../accounts/audit.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { AppError } from '../errors.ts';
import { byId } from '../http/by-id.ts';
import { languageOf, say } from '../http/responses/answers.ts';
import { sendFile } from '../http/responses/attachment.ts';
import { once } from '../http/turns/idempotency.ts';
import { inTurn, writeInTurn } from '../http/turns/turns.ts';
import { cancelPlan, findBoard, requirePlan, startPlan } from './plans.service.ts';
import { latestPlanOf } from './results/latest-plan.queries.ts';
import { ringsCsv } from './results/rings-csv.ts';

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
        response: { 200: planSummary },
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
      schema: { summary: 'Start a statewide plan', body: newPlan, response: { 202: plan } },
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
      schema: { summary: 'Cancel a statewide plan', params: byId, response: { 200: plan } },
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
        response: { 200: planBoard },
      },
    },
    inTurn(() => findBoard(db, boss)),
  );

  app.get(
    '/api/admin/plans/:id',
    {
      config,
      schema: { summary: 'Get a statewide plan', params: byId, response: { 200: plan } },
    },
    inTurn((request) => requirePlan(db, boss, request.params.id)),
  );
}

function downloadRoute(app: App, { boss, db, now }: Dependencies): void {
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
      await writeAudit(db, request, { action: 'plan.download', details: { plan: id } }, now());
      return sendFile(reply, {
        name: say(request, 'file.rings', { date: finishedAt?.slice(0, 10) ?? '' }),
        type: 'text/csv; charset=utf-8',
        body: Readable.from(ringsCsv(db, id, languageOf(request))),
      });
    }),
  );
}
