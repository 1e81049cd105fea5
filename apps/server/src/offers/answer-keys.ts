import { mayMix } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { OfferRow } from '../database/schema.ts';

type Offered = Pick<OfferRow, 'subject' | 'class_range' | 'from_district' | 'to_district'>;

const ANY = '*';

/** Returns the keys of all offers with a district in common that the rules let an offer meet. */
export function keysOfMatches(mine: Offered, rules: Rules): string[] {
  const kind = kindOf(mine, rules);
  return [fromKey(kind, mine.to_district), toKey(kind, mine.from_district)];
}

/** Returns the keys of all offers that the rules let share a ring with an offer. Blocks have no key: see record 25. */
export function keysOfRings(mine: Pick<Offered, 'subject' | 'class_range'>, rules: Rules): string[] {
  return [ringKey(kindOf(mine, rules))];
}

/** Returns the keys that change when a teacher with an offer under one of those keys changes how they are shown. */
export function keysOfPeople(keysOfOffers: readonly string[]): string[] {
  return keysOfOffers.map(personKey);
}

/**
 * Returns the keys that a row of `answer_changes` stands for: the row's own, or, if it describes an offer, the keys of all matches and rings
 * that the offer or its teacher may be in, by any rules.
 */
export function keysOfChange(key: string): string[] {
  const [subject = '', classRange = '', from, to, shown] = key.split('|');
  if (from === undefined || to === undefined) return [key];
  const kinds = [subject, ANY].flatMap((one) => [classRange, ANY].map((other) => `${one} ${other}`));
  const keys = kinds.flatMap((kind) => [fromKey(kind, from), toKey(kind, to), ringKey(kind)]);
  return shown === undefined ? keys : keysOfPeople(keys);
}

function kindOf({ subject, class_range }: Pick<Offered, 'subject' | 'class_range'>, rules: Rules): string {
  return [mayMix(rules, 'subject') ? ANY : subject, mayMix(rules, 'classRange') ? ANY : class_range].join(
    ' ',
  );
}

const fromKey = (kind: string, district: string) => `from ${district} ${kind}`;
const toKey = (kind: string, district: string) => `to ${district} ${kind}`;
const ringKey = (kind: string) => `ring ${kind}`;
const personKey = (key: string) => `person ${key}`;
