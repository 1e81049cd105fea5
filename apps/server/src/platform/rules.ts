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
import { TtlCache } from './caches.ts';
import type { Database } from './database/tables.ts';
import { AppError } from './errors.ts';

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

/** Reads the rules of today. The dated rules are cached for a second. */
export interface Rulebook {
  today: () => Promise<Rules>;
  /** Clears the cache. Call it after this process wrote a rule; other processes read the rule within a second. */
  changed: () => void;
}

const LIFETIME_MS = 1_000;

/** Creates the rulebook. Caches the dated rules, so a rule takes effect on its day without another query. */
export function openRulebook(db: Kysely<Database>, now: () => Date): Rulebook {
  const cache = new TtlCache<readonly DatedRule[]>({ name: 'rules', ttl: LIFETIME_MS, now });
  let last: { dated: readonly DatedRule[]; day: string; rules: Rules } | undefined;
  return {
    today: async () => {
      const dated = await cache.get('', () => readDatedRules(db));
      const day = dayInIndia(now());
      if (last?.dated !== dated || last.day !== day) last = { dated, day, rules: rulesOn(dated, day) };
      return last.rules;
    },
    changed: () => cache.clear(),
  };
}

/**
 * Returns the requested maximum number of teachers in a ring, which defaults to the maximum of the rules.
 *
 * @throws {AppError} `validation_failed` if the requested number exceeds the maximum of the rules.
 */
export function allowedRing({ largestGroup }: Rules, maxRing = largestGroup): number {
  if (maxRing <= largestGroup) return maxRing;
  throw new AppError('validation_failed', {
    fields: { maxRing: 'group.size' },
    values: { maximum: largestGroup },
  });
}
