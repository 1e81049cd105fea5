import type { Outlines, PlaceTopology } from '@mutual-transfer/domain/reference/outlines';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../platform/api/client.ts';

const FOREVER = Number.POSITIVE_INFINITY;

/** Outlines as they are drawn, and whose they are. */
export interface KnownOutlines {
  readonly topology: PlaceTopology;
  readonly credit: string;
}

/** The outlines of the districts, or of all blocks, fetched when they are first shown; none where the operator supplies none. */
export function useOutlines(ofBlocks: boolean): KnownOutlines | 'loading' | 'none' {
  const known = useQuery({
    queryKey: ['outlines'],
    queryFn: ({ signal }) => callApi<Outlines>('/reference/outlines', { signal }),
    staleTime: FOREVER,
  });
  const path = (ofBlocks ? known.data?.blocks : known.data?.districts) ?? '';
  const topology = useQuery({
    queryKey: ['outlines', path],
    queryFn: ({ signal }) => callApi<PlaceTopology>(path, { signal }),
    enabled: path !== '',
    staleTime: FOREVER,
  });
  if (known.isError || topology.isError || (known.isSuccess && path === '')) return 'none';
  if (topology.data === undefined) return 'loading';
  return { topology: topology.data, credit: known.data?.credit ?? '' };
}
