import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import {
  firstRules,
  type NewRule,
  type PolicyRule,
  policyRule,
  type RuleHistory,
  type RulesToday,
  ruleKindNames,
  ruleOn,
  rulesOn,
} from '@mutual-transfer/domain/matching/policy-rules';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { writeAudit } from '../../accounts/audit.ts';
import type { Database } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { signedIn } from '../../http/policy.ts';
import { readDatedRules } from '../../rules/rules.queries.ts';

type Db = Kysely<Database>;

/** Returns the rules of the day of a moment, with their sources. */
export async function readRulesToday(db: Db, now: Date): Promise<RulesToday> {
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
export async function readRuleHistory(db: Db, now: Date): Promise<RuleHistory> {
  const day = dayInIndia(now);
  const history = await readHistory(db);
  return { day, rules: rulesOn(history.map(asDated), day), history };
}

/**
 * Stores the value of a rule from a day on. The audit log gets the value that applied on that day before.
 *
 * @throws {AppError} `validation_failed` for a past day, because actions of that day stay valid under its rules.
 */
export async function writeRule(
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
  return rows.map(({ rule }) => policyRule.parse(rule));
}

function asDated({ createdAt, ...rule }: PolicyRule) {
  return { ...rule, writtenAt: Date.parse(createdAt) };
}
