import { newRule, policyRule, ruleHistory, rulesToday } from '@mutual-transfer/domain/policy-rules';
import type { AccountDependencies } from '../accounts/dependencies.ts';
import type { App } from '../http/dependencies.ts';
import { anonymous } from '../http/viewer.ts';
import { readRuleHistory, readRulesToday, writeRule } from './rules.service.ts';

const config = { policy: 'admin' } as const;

/** The rules of a swap: what holds, since when and by which order, and the way to write another one. */
export function ruleRoutes(app: App, { db, reads, rulebook, now }: AccountDependencies): void {
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
