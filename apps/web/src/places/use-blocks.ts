import { useReference } from './use-reference.ts';

/** Returns the English names of a district's blocks. Empty while they load, or without a district. */
export function useBlocks(district: string): readonly string[] {
  const reference = useReference(district !== '');
  return reference?.districts.find(({ name }) => name === district)?.blocks.map(({ name }) => name) ?? [];
}
