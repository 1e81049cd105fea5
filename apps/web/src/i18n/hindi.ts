import { blockInHindi, districtInHindi } from '@mutual-transfer/domain/reference/places-hindi';
import type { Catalogue } from './catalogue-shape.ts';
import stylesheet from './devanagari.css?url';
import { hindiOpen } from './texts/hindi-open.ts';

/** What readers of Hindi read; downloaded only when they choose it. */
export const hindi: Catalogue = {
  texts: hindiOpen,
  stylesheet,
  district: (name) => districtInHindi(name) ?? name,
  block: (district, name) => blockInHindi(district, name) ?? name,
};
