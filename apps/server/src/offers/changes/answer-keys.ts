import { mayMix } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type { OfferRow } from '../../database/tables.ts';

type Offered = Pick<OfferRow, 'subject' | 'class_range' | 'from_district' | 'to_district'>;

const ANY = '*';

/** Returns the keys of all offers that share a district with this offer and that may match it under the rules. */
export function keysOfMatches(mine: Offered, rules: Rules): string[] {
  const kind = kindOf(mine, rules);
  return [fromKey(kind, mine.to_district), toKey(kind, mine.from_district)];
}

/**
 * Returns the key of all offers that may be in one ring with this offer under the rules. Blocks between teachers have no key: see decision
 * record 25.
 */
export function keysOfRings(mine: Pick<Offered, 'subject' | 'class_range'>, rules: Rules): string[] {
  return [ringKey(kindOf(mine, rules))];
}

/** Returns the keys that change if the owner of an offer with one of these keys changes how they are shown. */
export function keysOfPeople(keysOfOffers: readonly string[]): string[] {
  return keysOfOffers.map(personKey);
}

/**
 * Returns the keys that a row of `answer_changes` stands for. If the row describes an offer, these are the keys of all matches and rings
 * that may contain the offer or its teacher under any rules; otherwise the row's own key.
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
