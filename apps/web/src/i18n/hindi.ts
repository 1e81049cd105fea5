import { blocks, districts } from '@mutual-transfer/domain/reference/places';
import { blockNamesInHindi, districtNamesInHindi } from '@mutual-transfer/domain/reference/places-hindi';
import type { Catalogue } from './catalogue-shape.ts';
import stylesheet from './devanagari.css?url';
import { hindiOpen } from './texts/hindi-open.ts';

const districtNames = new Map(districts.map(({ code, name }) => [name, districtNamesInHindi[code] ?? name]));
const districtNameOf = new Map(districts.map(({ code, name }) => [code, name]));
const blockNames = new Map(
  blocks.map(({ code, name, districtCode }) => [
    keyOf(districtNameOf.get(districtCode) ?? '', name),
    blockNamesInHindi[code] ?? name,
  ]),
);

/** What readers of Hindi read; downloaded only when they choose it. */
export const hindi: Catalogue = {
  texts: hindiOpen,
  stylesheet,
  district: (name) => districtNames.get(name) ?? name,
  block: (district, name) => blockNames.get(keyOf(district, name)) ?? name,
};

function keyOf(district: string, block: string): string {
  return `${district}/${block}`;
}
