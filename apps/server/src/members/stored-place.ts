import { type Place, placeOf } from '@mutual-transfer/domain/reference/place';
import { AppError } from '../errors.ts';

/** Place where a teacher works, as stored. */
export interface StoredPosting {
  readonly district: string;
  readonly block: string;
  /** `undefined` leaves the name of the school unchanged. */
  readonly schoolName?: string | undefined;
}

interface NamedPosting {
  readonly district: string;
  readonly postingBlock: string;
  readonly schoolName?: string | undefined;
}

/** Returns the codes of a place whose names the schema has validated. */
export function storedPlace(district: string, block: string): Place {
  const place = placeOf(district, block);
  if (place === undefined)
    throw new AppError('validation_failed', { fields: { desiredBlock: 'block.unknown' } });
  return place;
}

/** Returns the codes of a posting. @throws {AppError} `validation_failed` at `field` if the posting has no block. */
export function storedPosting(posting: NamedPosting, field: string): StoredPosting {
  const { districtCode: district, blockCode: block } = storedPlace(posting.district, posting.postingBlock);
  if (block === null) throw new AppError('validation_failed', { fields: { [field]: 'block.unknown' } });
  return { district, block, schoolName: posting.schoolName };
}
