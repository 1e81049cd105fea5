import { blockByCode, blocksOfDistrict } from '@mutual-transfer/domain/reference/places';
import type { KnownOffer } from '@mutual-transfer/matching/live/ring-graph';

/** What rings need of an active request. */
export interface RequestOffer {
  readonly request_id: string;
  readonly user_id: string;
  readonly subject: string;
  readonly class_range: string;
  readonly category: string | null;
  readonly from_block: string;
  readonly to_district: string;
  readonly to_block: string | null;
  /** When the request was posted, in milliseconds since the epoch. */
  readonly waiting_since: number;
}

/** The same text and list for every offer of the same kind: there may be hundreds of thousands. */
const strata = new Map<string, string>();
const blockLists = new Map<string, readonly string[]>();

/** An active request as the matching package reads it, under the request's id. */
export function knownOfferOf(row: RequestOffer): KnownOffer {
  return {
    id: row.request_id,
    teacher: row.user_id,
    from: blockByCode(row.from_block).code,
    to: acceptedBlocks(row.to_district, row.to_block),
    stratum: stratumOf(row.subject, row.class_range, row.category),
    waitingSince: row.waiting_since,
  };
}

/** The blocks a wish accepts: one, or all of its district. */
export function acceptedBlocks(district: string, block: string | null): readonly string[] {
  if (block === null) return cached(blockLists, district, () => blocksOfDistrict(district).map(codeOf));
  return cached(blockLists, `${district} ${block}`, () => [blockByCode(block).code]);
}

/** Nothing crosses strata; a category that was not stated is one of its own. */
export function stratumOf(subject: string, classRange: string, category: string | null): string {
  const name = `${subject}|${classRange}|${category ?? ''}`;
  return cached(strata, name, () => name);
}

/** What a stratum is made of; the subject is a code. */
export function partsOfStratum(stratum: string): {
  subject: string;
  classRange: string;
  category: string | null;
} {
  const [subject = '', classRange = '', category = ''] = stratum.split('|');
  return { subject, classRange, category: category === '' ? null : category };
}

function codeOf({ code }: { code: string }): string {
  return code;
}

function cached<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
