import { newRule, policyRule, ruleHistory, rulesToday } from '@mutual-transfer/domain/matching/policy-rules';
import { newRuleTrial, ruleTrial } from '@mutual-transfer/domain/matching/rule-trial';
import type { AccountDependencies } from '../../accounts/dependencies.ts';
import { AppError } from '../../errors.ts';
import { byId } from '../../http/by-id.ts';
import type { App } from '../../http/dependencies.ts';
import { once } from '../../http/turns/idempotency.ts';
import { findTrial, runTrial, startTrial } from './rule-trials.ts';
import { readRuleHistory, readRulesToday, writeRule } from './rules.service.ts';

const config = { policy: 'state' } as const;

/** Registers the routes of the swap rules, of their history and of their trials. */
export function ruleRoutes(
  app: App,
  dependencies: Pick<AccountDependencies, 'background' | 'db' | 'now' | 'pool' | 'rulebook'>,
): void {
  const { db, rulebook, now } = dependencies;
  trialRoutes(app, dependencies);
  app.get(
    '/api/rules',
    {
      config: { policy: 'open', isShared: true },
      schema: { summary: 'Get the current rules of a swap', response: { 200: rulesToday } },
    },
    () => readRulesToday(db, now()),
  );

  app.get(
    '/api/admin/rules',
    {
      config,
      schema: { summary: 'Get the rules of a swap with their history', response: { 200: ruleHistory } },
    },
    () => readRuleHistory(db, now()),
  );

  app.post(
    '/api/admin/rules',
    {
      config: { ...config, idempotency: 'key', problems: ['not_found'] },
      schema: {
        summary: 'Add a rule that applies from a given day',
        body: newRule,
        response: { 201: policyRule },
      },
    },
    (request, reply) =>
      once(dependencies, request, reply, {
        change: (transaction) => writeRule(transaction, request, request.body, now()),
        outcome: ({ _id }) => ({ status: 201, ids: { id: _id } }),
        after: () => rulebook.changed(),
        render: ({ id }) => writtenRule(id),
      }),
  );

  async function writtenRule(id: string) {
    const { history } = await readRuleHistory(db, now());
    const rule = history.find(({ _id }) => _id === id);
    if (rule === undefined) throw new AppError('not_found');
    return rule;
  }
}

function trialRoutes(
  app: App,
  dependencies: Pick<AccountDependencies, 'background' | 'db' | 'now' | 'pool'>,
): void {
  const { db, pool, background, now } = dependencies;
  app.post(
    '/api/admin/rules/trials',
    {
      config: { ...config, idempotency: 'key', isLocated: true, problems: ['not_found', 'plan_under_way'] },
      schema: {
        summary: 'Plan the active requests by the current rules and by changed ones',
        body: newRuleTrial,
        response: { 202: ruleTrial },
      },
    },
    (request, reply) =>
      once(dependencies, request, reply, {
        change: (transaction) => startTrial(transaction, request, request.body, now()),
        outcome: ({ _id: id }) => ({ status: 202, location: `/api/admin/rules/trials/${id}`, ids: { id } }),
        after: (trial) => background(() => runTrial({ db, pool, now }, trial)),
        render: ({ id }) => findTrial(db, id, now()),
      }),
  );

  app.get(
    '/api/admin/rules/trials/:id',
    {
      config: { ...config, problems: ['not_found'] },
      schema: { summary: 'Get a trial of changed rules', params: byId, response: { 200: ruleTrial } },
    },
    (request) => findTrial(db, request.params.id, now()),
  );
}
