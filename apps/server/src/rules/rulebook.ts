import { createHash } from 'node:crypto';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { type DatedRule, type Rules, rulesOn } from '@mutual-transfer/domain/matching/policy-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../database/tables/schema.ts';
import { TtlCache } from '../ttl-cache.ts';
import { readDatedRules } from './rules.queries.ts';

/** Reads the rules of today, cached for a second. */
export interface Rulebook {
  readonly today: () => Promise<Rules>;
  /** Returns a short hash of the day and its rules. It is the same in every process, and changes with the day and with every rule. */
  readonly nameOfToday: () => Promise<string>;
  /** Clears the cache. Call it after this process wrote a rule; other processes read the rule within a second. */
  readonly changed: () => void;
}

const LIFETIME_MS = 1_000;
/** Length of the hash in base64url characters, which is 96 bits. */
const NAME_LENGTH = 16;

/** Rules of one day, computed from all dated rules. */
interface DayRules {
  readonly dated: readonly DatedRule[];
  readonly day: string;
  readonly rules: Rules;
  readonly name: string;
}

/** Creates the rulebook. Caches the dated rules and the rules of the latest day, so a rule takes effect on its day without another query. */
export function openRulebook(db: Kysely<Database>, now: () => Date): Rulebook {
  const cache = new TtlCache<readonly DatedRule[]>({ name: 'rules', ttl: LIFETIME_MS, now });
  let last: DayRules | undefined;
  const ofToday = async () => {
    const dated = await cache.get('', () => readDatedRules(db));
    const day = dayInIndia(now());
    if (last?.dated !== dated || last.day !== day) last = readDay(dated, day);
    return last;
  };
  return {
    today: async () => (await ofToday()).rules,
    nameOfToday: async () => (await ofToday()).name,
    changed: () => cache.clear(),
  };
}

function readDay(dated: readonly DatedRule[], day: string): DayRules {
  const rules = rulesOn(dated, day);
  const name = createHash('sha256')
    .update(JSON.stringify([day, rules]))
    .digest('base64url')
    .slice(0, NAME_LENGTH);
  return { dated, day, rules, name };
}
