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
