import type { PlaceTopology } from '@mutual-transfer/domain/reference/outlines';
import { useQuery } from '@tanstack/react-query';
import { outlinesQuery, topologyQuery } from './places.queries.ts';

/** Outlines and the credit of their source. */
export interface KnownOutlines {
  readonly topology: PlaceTopology;
  readonly credit: string;
}

/** Loads the outlines of the districts or of all blocks. Returns `none` if the operator supplies none. */
export function useOutlines(ofBlocks: boolean): KnownOutlines | 'loading' | 'none' {
  const known = useQuery(outlinesQuery());
  const path = (ofBlocks ? known.data?.blocks : known.data?.districts) ?? '';
  const topology = useQuery(topologyQuery(path));
  if (known.isError || topology.isError || (known.isSuccess && path === '')) return 'none';
  if (topology.data === undefined) return 'loading';
  return { topology: topology.data, credit: known.data?.credit ?? '' };
}
