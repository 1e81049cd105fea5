import { createHash } from 'node:crypto';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { type DatedRule, type Rules, rulesOn } from '@mutual-transfer/domain/matching/policy-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { TtlCache } from '../ttl-cache.ts';
import { readDatedRules } from './read-rules.ts';

/** The rules of today, for answers that may be a second old. */
export interface Rulebook {
  readonly today: () => Promise<Rules>;
  /** A short name of the day and its rules, the same on every process: another day, or other rules, have another one. */
  readonly nameOfToday: () => Promise<string>;
  /** Says that this process wrote a rule; the others read it within a second. */
  readonly changed: () => void;
}

const LIFETIME_MS = 1_000;
/** 96 bits. */
const NAME_LENGTH = 16;

/** What dated rows say of one day. */
interface DayRules {
  readonly dated: readonly DatedRule[];
  readonly day: string;
  readonly rules: Rules;
  readonly name: string;
}

/** The dated rows are cached, and what they say of the day that was asked last: a rule takes effect on its day without another look. */
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
