import { newRule, policyRule, ruleHistory, rulesToday } from '@mutual-transfer/domain/matching/policy-rules';
import { newRuleTrial, ruleTrial } from '@mutual-transfer/domain/matching/rule-trial';
import type { App, Dependencies } from '../../dependencies.ts';
import { AppError } from '../../errors.ts';
import { byId } from '../../http/by-id.ts';
import { once } from '../../http/turns/idempotency.ts';
import { inTurn, writeInTurn } from '../../http/turns/turns.ts';
import { findTrial, runTrial, startTrial } from './rule-trials.ts';
import { readRuleHistory, readRulesToday, writeRule } from './rules.service.ts';

const config = { policy: 'state' } as const;

/** Registers the routes of the swap rules, of their history and of their trials. */
export function ruleRoutes(app: App, dependencies: Dependencies): void {
  const { db, rulebook, now } = dependencies;
  trialRoutes(app, dependencies);
  app.get(
    '/api/rules',
    {
      config: { policy: 'open', isShared: true },
      schema: { summary: 'Get the current rules of a swap', response: { 200: rulesToday } },
    },
    inTurn(() => readRulesToday(db, now())),
  );

  app.get(
    '/api/admin/rules',
    {
      config,
      schema: { summary: 'Get the rules of a swap with their history', response: { 200: ruleHistory } },
    },
    inTurn(() => readRuleHistory(db, now())),
  );

  app.post(
    '/api/admin/rules',
    {
      config: { ...config, idempotency: 'key' },
      schema: {
        summary: 'Add a rule that applies from a given day',
        body: newRule,
        response: { 201: policyRule },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: async (commit) => {
          const made = await commit(async (transaction) => {
            const { _id: id } = await writeRule(transaction, request, request.body, now());
            return { status: 201, ids: { id } };
          });
          await rulebook.changed();
          return made;
        },
        answer: ({ id }) => writtenRule(id),
      }),
    ),
  );

  async function writtenRule(id: string) {
    const { history } = await readRuleHistory(db, now());
    const rule = history.find(({ _id }) => _id === id);
    if (rule === undefined) throw new AppError('not_found');
    return rule;
  }
}

function trialRoutes(app: App, dependencies: Dependencies): void {
  const { db, pool, background, now } = dependencies;
  app.post(
    '/api/admin/rules/trials',
    {
      config: { ...config, idempotency: 'key' },
      schema: {
        summary: 'Plan the active requests by the current rules and by changed ones',
        body: newRuleTrial,
        response: { 202: ruleTrial },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: async (commit) => {
          const made = await commit(async (transaction) => {
            const trial = await startTrial(transaction, request, request.body, now());
            const location = `/api/admin/rules/trials/${trial._id}`;
            return { status: 202, location, ids: { id: trial._id }, trial };
          });
          background(() => runTrial({ db, pool, now }, made.trial));
          return made;
        },
        answer: ({ id }) => findTrial(db, id, now()),
      }),
    ),
  );

  app.get(
    '/api/admin/rules/trials/:id',
    {
      config,
      schema: { summary: 'Get a trial of changed rules', params: byId, response: { 200: ruleTrial } },
    },
    inTurn((request) => findTrial(db, request.params.id, now())),
  );
}
