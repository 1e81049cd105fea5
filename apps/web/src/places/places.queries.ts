import { districtRows } from '@mutual-transfer/domain/reference/district-rows';
import type { ReferenceData } from '@mutual-transfer/domain/reference/reference-data';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteLoaderData } from 'react-router';
import { callApi } from '../platform/client.ts';
import { useNames } from '../platform/i18n/names.ts';
import { type Option, useSortedOptions } from '../platform/i18n/sorted-options.ts';
import { withBlockNames } from '../platform/queries.ts';

const FOREVER = Number.POSITIVE_INFINITY;

/** Query of districts with blocks, subjects and other reference data. The hash of the content makes the answer cacheable for a year. */
function referenceQuery(hash: string) {
  return queryOptions({
    queryKey: ['reference', hash],
    queryFn: ({ signal }) => withBlockNames(callApi<ReferenceData>(`/reference?v=${hash}`, { signal })),
    staleTime: FOREVER,
    gcTime: FOREVER,
  });
}

/** Returns districts with blocks, subjects and other reference data. `undefined` until wanted and loaded. Cached for a year. */
export function useReference(isWanted: boolean): ReferenceData | undefined {
  const root = useRouteLoaderData<{ referenceHash: string }>('root');
  return useQuery({ ...referenceQuery(root?.referenceHash ?? ''), enabled: isWanted }).data;
}

/** Returns the English names of a district's blocks. Empty while they load, or without a district. */
export function useBlocks(district: string): readonly string[] {
  const reference = useReference(district !== '');
  return reference?.districts.find(({ name }) => name === district)?.blocks.map(({ name }) => name) ?? [];
}

export function useDistrictOptions(): Option[] {
  const names = useNames();
  const sortedOptions = useSortedOptions();
  return sortedOptions(
    districtRows.map(([, district]) => district),
    names.district,
  );
}
