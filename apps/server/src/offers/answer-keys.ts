import { mayMix } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { OfferRow } from '../database/schema.ts';

type Offered = Pick<OfferRow, 'subject' | 'class_range' | 'from_district' | 'to_district'>;

/** A block between any two teachers, which may make or end a ring. Open screens are not told of it: see record 25. */
export const BLOCKS = 'blocks';
const ANY = '*';

/** What the matches of an offer are made from beside the people shown: all offers with a district in common that the rules let it meet. */
export function keysOfMatches(mine: Offered, rules: Rules): string[] {
  const kind = kindOf(mine, rules);
  return [fromKey(kind, mine.to_district), toKey(kind, mine.from_district)];
}

/** What the rings of an offer are made from beside the people shown and `BLOCKS`: all offers that the rules let share a ring with it. */
export function keysOfRings(mine: Pick<Offered, 'subject' | 'class_range'>, rules: Rules): string[] {
  return [ringKey(kindOf(mine, rules))];
}

/** What changes when a person changes whose offer has what one of those keys says: they may be shown where it is found. */
export function keysOfPeople(keysOfOffers: readonly string[]): string[] {
  return keysOfOffers.map(personKey);
}

/**
 * The keys that a row of `answer_changes` stands for: itself, or, where it says what an offer is found by, the keys of all matches and rings
 * that the offer, or the person who makes it, may be in, by whatever rules.
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
