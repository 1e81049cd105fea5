import {
  type GroupMember,
  mayMix,
  type SwapAttribute,
  swapAttributes,
} from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { blockByCode, blocksOfDistrict } from '@mutual-transfer/domain/reference/places';
import type { GraphOffer } from '@mutual-transfer/matching/live/ring-graph';
import type { Wish } from '@mutual-transfer/matching/score';
import type { ShownWish } from '../../people/present.ts';
import type { OfferRow } from '../../platform/database/tables.ts';
import type { OfferKind, ServedOffer } from '../../platform/swap-conditions.ts';

/** Columns of `offers` that decide who can swap. */
export const wishColumns = [
  'subject',
  'class_range',
  'category',
  'from_district',
  'from_block',
  'to_district',
  'to_block',
] as const satisfies readonly (keyof OfferRow)[];

/** Converts a row of `offers` to a wish of the matching package. */
export function wishOf(offer: Pick<OfferRow, (typeof wishColumns)[number]>): Wish {
  return {
    subject: offer.subject,
    classRange: offer.class_range,
    category: offer.category,
    fromDistrict: offer.from_district,
    fromBlock: offer.from_block,
    toDistrict: offer.to_district,
    toBlock: offer.to_block,
  };
}

/** Returns the wish of an offer in the form in which a person is presented with it. */
export function shownWishOf({
  to_district,
  to_block,
  subject,
  class_range,
}: Pick<OfferRow, 'to_district' | 'to_block' | 'subject' | 'class_range'>): ShownWish {
  return { district: to_district, block: to_block, subject, classRange: class_range };
}

/** Columns of the offer of an active request that are needed for rings. */
export interface RequestOffer extends OfferKind {
  request_id: string;
  user_id: string;
  from_block: string;
  to_district: string;
  to_block: string | null;
  /** Time of posting in milliseconds since the epoch. */
  waiting_since: number;
}

/** Rules that decide which offers take part in rings and plans. */
export type OfferRules = Pick<Rules, 'mustBeEqual' | 'joinedBy'>;

/** Rules that decide which offers share a stratum. */
export type StratumRules = Pick<Rules, 'mustBeEqual'>;

/** Placeholder in the name of a stratum for an attribute in which its teachers may differ. */
const ANY = '*';

/**
 * Names of strata by subject, class level and category, shared by all offers of one kind. Looking up the three takes less time than joining
 * them.
 */
const strata = new Map<string, Map<string, Map<string, string>>>();
/** Accepted blocks by wished district, and by wished block. */
const districts = new Map<string, readonly string[]>();
const blocks = new Map<string, readonly string[]>();

/** Converts the offer of an active request to an offer of the matching package, whose id is the id of the request. */
export function graphOfferOf(row: RequestOffer, rules: StratumRules): GraphOffer {
  return {
    id: row.request_id,
    teacher: row.user_id,
    from: blockByCode(row.from_block).code,
    to: acceptedBlocks(row.to_district, row.to_block),
    stratum: stratumOf(row, rules),
    waitingSince: row.waiting_since,
  };
}

/** Converts an offer to the member of a group that the rules check. */
export function groupMemberOf(
  offer: ServedOffer & Omit<RequestOffer, 'request_id' | 'waiting_since'>,
): GroupMember {
  return {
    teacher: offer.user_id,
    subject: offer.subject,
    classRange: offer.class_range,
    category: offer.category,
    joinedOn: offer.joined_on,
    from: offer.from_block,
    to: acceptedBlocks(offer.to_district, offer.to_block),
  };
}

/** Returns the blocks that a wish accepts: the wished block, or all blocks of the wished district. */
export function acceptedBlocks(district: string, block: string | null): readonly string[] {
  if (block === null) return cached(districts, district, () => blocksOfDistrict(district).map(codeOf));
  return cached(blocks, block, () => [blockByCode(block).code]);
}

/** Returns the name of the offer's stratum: its attributes that must be equal. Here an unstated category counts as a category of its own. */
export function stratumOf({ subject, class_range, category }: OfferKind, rules: StratumRules): string {
  const parts = {
    subject: mayMix(rules, 'subject') ? ANY : subject,
    classRange: mayMix(rules, 'classRange') ? ANY : class_range,
    category: mayMix(rules, 'category') ? ANY : (category ?? ''),
  };
  const ofSubject = cached(strata, parts.subject, () => new Map<string, Map<string, string>>());
  const ofClasses = cached(ofSubject, parts.classRange, () => new Map<string, string>());
  return cached(ofClasses, parts.category, () => Object.values(parts).join('|'));
}

/** Attributes of a stratum. An attribute is null if the teachers of the stratum may differ in it; `category` also if it was not stated. */
export interface StratumParts {
  /** Code of the subject. */
  subject: string | null;
  classRange: string | null;
  category: string | null;
  mixes: SwapAttribute[];
}

/** Parses the name of a stratum. */
export function partsOfStratum(stratum: string): StratumParts {
  const [subject = '', classRange = '', category = ''] = stratum.split('|');
  const parts = { subject, classRange, category };
  const stated = (attribute: SwapAttribute) =>
    parts[attribute] === ANY || parts[attribute] === '' ? null : parts[attribute];
  return {
    subject: stated('subject'),
    classRange: stated('classRange'),
    category: stated('category'),
    mixes: swapAttributes.filter((attribute) => parts[attribute] === ANY),
  };
}

function codeOf({ code }: { code: string }): string {
  return code;
}

function cached<Value>(cache: Map<string, Value>, key: string, make: () => Value): Value {
  const value = cache.get(key) ?? make();
  cache.set(key, value);
  return value;
}
