import { blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';

/** Returns the English names of a block and its district. */
export function placeOfBlock(code: string): { district: string; block: string } {
  const block = blockByCode(code);
  return { district: districtByCode(block.districtCode).name, block: block.name };
}
