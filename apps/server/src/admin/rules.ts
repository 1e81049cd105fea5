import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import {
  type NewRuleTrial,
  newRuleTrialSchema,
  type RuleTrial,
  ruleTrialSchema,
} from '@mutual-transfer/domain/matching/plan';
import {
  firstRules,
  type NewRule,
  newRuleSchema,
  onDay,
  type PolicyRule,
  policyRuleSchema,
  type RuleHistory,
  type Rules,
  type RulesToday,
  ruleHistorySchema,
  ruleKindNames,
  ruleOn,
  rulesOn,
  rulesTodaySchema,
} from '@mutual-transfer/domain/matching/policy-rules';
import type { FastifyRequest } from 'fastify';
import { sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { v7 as newId } from 'uuid';
import type { App, Dependencies } from '../dependencies.ts';
import { byId } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import { planByEach } from '../matching/plans/try-rules.ts';
import { writeAudit } from '../people/audit.ts';
import type { Database, Db, RuleTrialRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { readDatedRules, readRules } from '../platform/rules.ts';

/** Returns the rules of the day of a moment, with their sources. */
async function readRulesToday(db: Db, now: Date): Promise<RulesToday> {
  const day = dayInIndia(now);
  const history = await readHistory(db);
  const dated = history.map(asDated);
  const sources = ruleKindNames.flatMap((kind) => {
    const rule = ruleOn(dated, kind, day);
    return rule === undefined
      ? []
      : [{ kind, validFrom: rule.validFrom, source: rule.source, link: rule.link }];
  });
  return { day, rules: rulesOn(dated, day), sources };
}

/** Returns the rules of the day of a moment, and every stored value. */
async function readRuleHistory(db: Db, now: Date): Promise<RuleHistory> {
  const day = dayInIndia(now);
  const history = await readHistory(db);
  return { day, rules: rulesOn(history.map(asDated), day), history };
}

/**
 * Stores the value of a rule from a day on. The audit log gets the value that applied on that day before.
 *
 * @throws {AppError} `validation_failed` for a past day, because actions of that day stay valid under its rules.
 */
async function writeRule(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  rule: NewRule,
  now: Date,
): Promise<PolicyRule> {
  const { kind, value, validFrom, source, link } = rule;
  if (validFrom < dayInIndia(now)) {
    throw new AppError('validation_failed', { fields: { validFrom: 'rule.past' } });
  }
  const before = ruleOn(await readDatedRules(transaction), kind, validFrom)?.value ?? firstRules[kind];
  const id = newId({ msecs: now.getTime() });
  await transaction
    .insertInto('policy_rules')
    .values({
      id,
      kind,
      value: JSON.stringify(value),
      valid_from: validFrom,
      source,
      link,
      written_by: signedIn(request).userId,
      created_at: now,
    })
    .execute();
  const details = { rule: id, kind, from: before, to: value, validFrom, source };
  await writeAudit(transaction, request, { action: 'rule.write', details }, now);
  const written = (await readHistory(transaction)).find(({ _id }) => _id === id);
  if (written === undefined) throw new RangeError('A rule that was just written is there.');
  return written;
}

/** Returns every stored value of the rule kinds of this version, latest start first. */
async function readHistory(db: Db): Promise<PolicyRule[]> {
  const { rows } = await sql<{ rule: unknown }>`
    select jsonb_build_object('_id', rule.id, 'kind', kind, 'value', value, 'validFrom', to_char(valid_from, 'YYYY-MM-DD'),
      'source', source, 'link', link, 'writtenBy', users.name,
      'createdAt', to_char(rule.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as rule
    from policy_rules rule left join users on users.id = written_by
    where kind = any (${ruleKindNames}::text[])
    order by valid_from desc, rule.created_at desc, rule.id desc`.execute(db);
  return rows.map(({ rule }) => policyRuleSchema.parse(rule));
}

function asDated({ createdAt, ...rule }: PolicyRule) {
  return { ...rule, writtenAt: Date.parse(createdAt) };
}

/**
 * Maximum duration of a trial in milliseconds, after which its process is killed. A trial that has no result after this time was started
 * by a process that crashed.
 */
const LONGEST_TRIAL = 10 * 60_000;

/** Inserts a trial. @throws {AppError} `plan_under_way` if another trial is running (unique index). */
async function startTrial(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { rules: change }: NewRuleTrial,
  now: Date,
): Promise<RuleTrial> {
  const today = await readRules(transaction, now);
  const changed = changedRules(today, change, dayInIndia(now));
  await transaction
    .deleteFrom('rule_trials')
    .where('finished_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - LONGEST_TRIAL))
    .execute();
  const trial = await transaction
    .insertInto('rule_trials')
    .values({
      id: newId({ msecs: now.getTime() }),
      rules: JSON.stringify({ now: today, changed }),
      requested_by: signedIn(request).userId,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const details = { trial: trial.id, from: today, to: changed };
  await writeAudit(transaction, request, { action: 'rule.try', details }, now);
  return presentTrial(trial, now);
}

/** Runs a trial and stores the result. @throws the error of the process, after the failure is stored. */
async function runTrial(
  { db, pool, now }: { db: Db; pool: pg.Pool; now: () => Date },
  { _id, rules }: RuleTrial,
): Promise<void> {
  const end = (figures: RuleTrial['figures']) =>
    db
      .updateTable('rule_trials')
      .set({ finished_at: now(), figures: figures && JSON.stringify(figures) })
      .where('id', '=', _id)
      .execute();
  try {
    const [before, after] = await planByEach(pool, [rules.now, rules.changed], LONGEST_TRIAL);
    await end(before && after ? { now: before, changed: after } : null);
  } catch (error) {
    await end(null);
    throw error;
  }
}

/** Returns a trial. @throws {AppError} `not_found`. */
async function findTrial(db: Db, id: string, now: Date): Promise<RuleTrial> {
  const row = await db.selectFrom('rule_trials').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return presentTrial(row, now);
}

function changedRules(today: Rules, change: NewRuleTrial['rules'], day: string): Rules {
  const { openWindow } = change;
  const values = {
    largestGroup: change.largestGroup ?? today.largestGroup,
    mustBeEqual: change.mustBeEqual ?? today.mustBeEqual,
    minimumService: change.minimumService ?? today.minimumService,
    openWindow: openWindow === undefined ? today.openWindow : openWindow,
    mixedOrders: change.mixedOrders ?? today.mixedOrders,
  };
  return onDay(values, day);
}

function presentTrial(row: RuleTrialRow, now: Date): RuleTrial {
  const isLost = row.finished_at === null && now.getTime() - row.created_at.getTime() > LONGEST_TRIAL;
  const ended = row.figures === null ? 'failed' : 'completed';
  return {
    _id: row.id,
    status: row.finished_at === null && !isLost ? 'running' : ended,
    rules: row.rules,
    createdAt: row.created_at.toISOString(),
    figures: row.figures,
  };
}

const config = { policy: 'state' } as const;

/** Registers the routes of the swap rules, of their history and of their trials. */
export function ruleRoutes(app: App, dependencies: Dependencies): void {
  const { db, rulebook, now } = dependencies;
  trialRoutes(app, dependencies);
  app.get(
    '/api/rules',
    {
      config: { policy: 'open', isShared: true },
      schema: { summary: 'Get the current rules of a swap', response: { 200: rulesTodaySchema } },
    },
    inTurn(() => readRulesToday(db, now())),
  );

  app.get(
    '/api/admin/rules',
    {
      config,
      schema: { summary: 'Get the rules of a swap with their history', response: { 200: ruleHistorySchema } },
    },
    inTurn(() => readRuleHistory(db, now())),
  );

  app.post(
    '/api/admin/rules',
    {
      config: { ...config, idempotency: 'key' },
      schema: {
        summary: 'Add a rule that applies from a given day',
        body: newRuleSchema,
        response: { 201: policyRuleSchema },
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
        body: newRuleTrialSchema,
        response: { 202: ruleTrialSchema },
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
      schema: { summary: 'Get a trial of changed rules', params: byId, response: { 200: ruleTrialSchema } },
    },
    inTurn((request) => findTrial(db, request.params.id, now())),
  );
}
