import type { ReferenceData } from '@mutual-transfer/domain/reference/reference-data';
import { useQuery } from '@tanstack/react-query';
import { useRouteLoaderData } from 'react-router';
import { referenceQuery } from './places.queries.ts';

/** Returns districts with blocks, subjects and other reference data. `undefined` until wanted and loaded. Cached for a year. */
export function useReference(isWanted: boolean): ReferenceData | undefined {
  const root = useRouteLoaderData<{ referenceHash: string }>('root');
  return useQuery({ ...referenceQuery(root?.referenceHash ?? ''), enabled: isWanted }).data;
}
