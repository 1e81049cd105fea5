import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { type DatedRule, type Rules, rulesOn } from '@mutual-transfer/domain/matching/policy-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { TtlCache } from '../ttl-cache.ts';
import { readDatedRules } from './rules.queries.ts';

/** Reads the rules of today. The dated rules are cached for a second. */
export interface Rulebook {
  readonly today: () => Promise<Rules>;
  /** Clears the cache. Call it after this process wrote a rule; other processes read the rule within a second. */
  readonly changed: () => void;
}

const LIFETIME_MS = 1_000;

/** Creates the rulebook. Caches the dated rules, so a rule takes effect on its day without another query. */
export function openRulebook(db: Kysely<Database>, now: () => Date): Rulebook {
  const cache = new TtlCache<readonly DatedRule[]>({ name: 'rules', ttl: LIFETIME_MS, now });
  let last: { readonly dated: readonly DatedRule[]; readonly day: string; readonly rules: Rules } | undefined;
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
