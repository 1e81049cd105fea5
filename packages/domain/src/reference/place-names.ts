import { placeKey } from '../language/comparison.ts';
import { allNameTables } from '../language/packs/language-packs.ts';
import { findPlaceByName, type PickablePlace } from './place-search.ts';
import { blocks, districts, otherBlockNames, otherDistrictNames } from './places.ts';

interface NamedPlace extends PickablePlace {
  code: string;
}

let cache: { languages: number; districts: NamedPlace[]; blocks: NamedPlace[] } | undefined;

/** Returns all places with their names in every language. Reads them again after a language was added. */
function allPlaces() {
  const tables = [...allNameTables()];
  if (cache?.languages === tables.length) return cache;
  const named = (
    kind: 'districts' | 'blocks',
    places: readonly { code: string; name: string }[],
    others: Readonly<Record<string, readonly string[]>>,
  ) =>
    places.map(({ code, name }) => ({
      code,
      name,
      names: Object.fromEntries(
        tables.flatMap(([language, { [kind]: own }]) => (own[code] ? [[language, own[code]]] : [])),
      ),
      otherNames: others[code] ?? [],
    }));
  cache = {
    languages: tables.length,
    districts: named('districts', districts, otherDistrictNames),
    blocks: named('blocks', blocks, otherBlockNames),
  };
  return cache;
}

/** Words beside the name of a district: `Patna District`, `ज़िला पटना`, `Aurangabad (BH)`, `Gaya, Bihar`. */
const besideDistrict =
  /(?<![\p{L}\p{M}])(?:district|distt|dist|bihar(?! sharif)|bh|जिला|बिहार(?! शरीफ))(?![\p{L}\p{M}])/gu;

/**
 * Returns the code of the district that a text names in full, in any language, by any of its names and in any spelling; undefined for a name
 * that no district has, or several. `Kaimur (Bhabua)` is read with and without the brackets.
 */
export function districtNamed(text: string): string | undefined {
  const plain = text.normalize('NFKC');
  const inBrackets = /[([{](.*?)[)\]}]/s.exec(plain)?.[1] ?? '';
  const texts = [plain, plain.replaceAll(/[([{].*?(?:[)\]}]|$)/gs, ' '), inBrackets];
  for (const each of texts) {
    const key = placeKey(placeKey(each).replaceAll(besideDistrict, ' '));
    const found = key === '' ? undefined : findPlaceByName(allPlaces().districts, key);
    if (found !== undefined) return districts.find(({ name }) => name === found.name)?.code;
  }
  return undefined;
}

/** Returns the codes of the districts and blocks that have this name, in any language; several if they share it. */
export function placesNamed(text: string): { districts: string[]; blocks: string[] } {
  const key = placeKey(text);
  const isNamed = ({ name, names, otherNames }: NamedPlace) =>
    [name, ...Object.values(names), ...otherNames].some((one) => placeKey(one) === key);
  const codesOf = (places: readonly NamedPlace[]) =>
    key === '' ? [] : places.filter(isNamed).map(({ code }) => code);
  const { districts, blocks } = allPlaces();
  return { districts: codesOf(districts), blocks: codesOf(blocks) };
}
