import { spellingKey } from '@mutual-transfer/domain/language/spelling-key';
import { blocks, districts } from '@mutual-transfer/domain/reference/places';
import { blockNames, districtNames } from '../privacy/place-names.ts';

/** A place as the filters of a list name it: a district, or every block of one name. */
export interface NamedPlace {
  readonly district?: string;
  readonly block?: string;
}

const districtsByKey = byKey(
  districts.map(({ code, name }) => ({ place: name, names: districtNames(code) })),
);
const blocksByKey = byKey(blocks.map(({ code, name }) => ({ place: name, names: blockNames(code) })));

/**
 * The place that these words name in full, in any language and however they are spelled: a district where its name, or that of its
 * headquarters, is meant; else the blocks of that name. Undefined where several districts have the name.
 */
export function namedPlace(words: readonly string[]): NamedPlace | undefined {
  const key = spellingKey(words.join(''));
  const [district, ...otherDistricts] = districtsByKey.get(key) ?? [];
  if (district !== undefined) return otherDistricts.length === 0 ? { district } : undefined;
  const [block, ...otherBlocks] = blocksByKey.get(key) ?? [];
  return block === undefined || otherBlocks.length > 0 ? undefined : { block };
}

interface Called {
  readonly place: string;
  readonly names: readonly string[];
}

/** Key → the English names of the places called so. */
function byKey(called: readonly Called[]): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, Set<string>>();
  for (const { place, names } of called) {
    for (const name of names) {
      const key = spellingKey(name.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ''));
      if (key !== '') places.set(key, (places.get(key) ?? new Set()).add(place));
    }
  }
  return places;
}
