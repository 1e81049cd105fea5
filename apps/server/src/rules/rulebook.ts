import { dayInIndia } from '@mutual-transfer/domain/date-time';
import { type DatedRule, type Rules, rulesOn } from '@mutual-transfer/domain/policy-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { TtlCache } from '../ttl-cache.ts';
import { readDatedRules } from './read-rules.ts';

/** The rules of today, for answers that may be a second old. */
export interface Rulebook {
  readonly today: () => Promise<Rules>;
  /** Says that this process wrote a rule; the others read it within a second. */
  readonly changed: () => void;
}

const LIFETIME_MS = 1_000;

/** The dated rows are cached, not what they say today: a rule takes effect on its day without another look. */
export function openRulebook(db: Kysely<Database>, now: () => Date): Rulebook {
  const cache = new TtlCache<readonly DatedRule[]>({ ttl: LIFETIME_MS, max: 1, now });
  return {
    today: async () => rulesOn(await cache.get('', () => readDatedRules(db)), dayInIndia(now())),
    changed: () => cache.clear(),
  };
}
