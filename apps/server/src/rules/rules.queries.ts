import { dayInIndia, startInIndia } from '@mutual-transfer/domain/language/date-time';
import {
  type DatedRule,
  type Rules,
  ruleKindNames,
  ruleOn,
  rulesOn,
} from '@mutual-transfer/domain/matching/policy-rules';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../database/tables.ts';

const everyRule = `select kind, value, to_char(valid_from, 'YYYY-MM-DD') as "validFrom",
  (extract(epoch from created_at) * 1000)::float8 as "writtenAt" from policy_rules
  order by created_at, id`;

/** Returns all dated rules. They are few, since the state rarely issues orders. */
export async function readDatedRules(db: Kysely<Database>): Promise<DatedRule[]> {
  const { rows } = await sql.raw<DatedRule>(everyRule).execute(db);
  return rows;
}

/** Returns the rules of today, read in the caller's transaction, for which rules cached for a second would be too old. */
export async function readRules(db: Kysely<Database>, now: Date): Promise<Rules> {
  return rulesOn(await readDatedRules(db), dayInIndia(now));
}

/** Returns the time since which all rules of today have applied. */
export async function rulesBegan(db: Kysely<Database>, now: Date): Promise<Date> {
  const dated = await readDatedRules(db);
  const began = ruleKindNames.map((kind) => {
    const rule = ruleOn(dated, kind, dayInIndia(now));
    return rule === undefined ? 0 : Math.max(startInIndia(rule.validFrom).getTime(), rule.writtenAt);
  });
  return new Date(Math.max(...began));
}

/** Returns the rules of today, read by a plain `pg` client. */
export async function readRulesBy(client: pg.ClientBase, now: Date): Promise<Rules> {
  const { rows } = await client.query<DatedRule>(everyRule);
  return rulesOn(rows, dayInIndia(now));
}
