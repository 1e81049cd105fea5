import type { Outlines, PlaceTopology } from '@mutual-transfer/domain/reference/outlines';
import type { ReferenceData } from '@mutual-transfer/domain/reference/reference-data';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/api/client.ts';
import { withBlockNames } from '../platform/api/queries.ts';

const FOREVER = Number.POSITIVE_INFINITY;

/** Query of districts with blocks, subjects and other reference data. The hash of the content makes the answer cacheable for a year. */
export function referenceQuery(hash: string) {
  return queryOptions({
    queryKey: ['reference', hash],
    queryFn: ({ signal }) => withBlockNames(callApi<ReferenceData>(`/reference?v=${hash}`, { signal })),
    staleTime: FOREVER,
    gcTime: FOREVER,
  });
}

/** Query of the paths and the credit of the outlines that the operator supplies. */
export function outlinesQuery() {
  return queryOptions({
    queryKey: ['outlines'],
    queryFn: ({ signal }) => callApi<Outlines>('/reference/outlines', { signal }),
    staleTime: FOREVER,
  });
}

/** Query of one file of outlines. Disabled without a path. */
export function topologyQuery(path: string) {
  return queryOptions({
    queryKey: ['outlines', path],
    queryFn: ({ signal }) => callApi<PlaceTopology>(path, { signal }),
    enabled: path !== '',
    staleTime: FOREVER,
  });
}
