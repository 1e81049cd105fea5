import { newRule, policyRule, ruleHistory, rulesToday } from '@mutual-transfer/domain/matching/policy-rules';
import { newRuleTrial, ruleTrial } from '@mutual-transfer/domain/matching/rule-trial';
import { z } from 'zod';
import type { AccountDependencies } from '../accounts/dependencies.ts';
import type { App } from '../http/dependencies.ts';
import { anonymous } from '../sessions/viewer.ts';
import { findTrial, runTrial, startTrial } from './rule-trials.ts';
import { readRuleHistory, readRulesToday, writeRule } from './rules.service.ts';

const config = { policy: 'admin' } as const;
const byId = z.strictObject({ id: z.uuid() });

/** The rules of a swap: what holds, since when and by which order, and the way to write another one. */
export function ruleRoutes(app: App, dependencies: AccountDependencies): void {
  const { db, reads, rulebook, now } = dependencies;
  trialRoutes(app, dependencies);
  app.get(
    '/api/rules',
    {
      config: { policy: 'open', isShared: true },
      schema: { summary: 'The rules of a swap as they are today', response: { 200: rulesToday } },
    },
    () => reads.ask(anonymous, (database) => readRulesToday(database, now())),
  );

  app.get(
    '/api/admin/rules',
    {
      config,
      schema: { summary: 'The rules of a swap with their history', response: { 200: ruleHistory } },
    },
    () => readRuleHistory(db, now()),
  );

  app.post(
    '/api/admin/rules',
    {
      config,
      schema: {
        summary: 'Write a rule that holds from a day on',
        body: newRule,
        response: { 201: policyRule },
      },
    },
    async (request, reply) => {
      const written = await writeRule(db, request, request.body, now());
      rulebook.changed();
      return reply.code(201).send(written);
    },
  );
}

function trialRoutes(app: App, { db, pool, background, now }: AccountDependencies): void {
  app.post(
    '/api/admin/rules/trials',
    {
      config,
      schema: {
        summary: 'Plan the active requests by the rules of today and by changed ones',
        body: newRuleTrial,
        response: { 202: ruleTrial },
      },
    },
    async (request, reply) => {
      const trial = await startTrial(db, request, request.body, now());
      background(() => runTrial({ db, pool, now }, trial));
      return reply.code(202).header('location', `/api/admin/rules/trials/${trial._id}`).send(trial);
    },
  );

  app.get(
    '/api/admin/rules/trials/:id',
    {
      config,
      schema: { summary: 'A trial of changed rules', params: byId, response: { 200: ruleTrial } },
    },
    (request) => findTrial(db, request.params.id, now()),
  );
}
