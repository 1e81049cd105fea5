import { useReference } from './use-reference.ts';

/** The English names of a district's blocks; none until they are fetched, or without a district. */
export function useBlocks(district: string): readonly string[] {
  const reference = useReference(district !== '');
  return reference?.districts.find(({ name }) => name === district)?.blocks.map(({ name }) => name) ?? [];
}
