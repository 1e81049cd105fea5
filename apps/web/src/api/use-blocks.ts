import { useQuery } from '@tanstack/react-query';
import { useRouteLoaderData } from 'react-router';
import { referenceQuery } from './queries.ts';

/** The English names of a district's blocks; none until they are fetched, or without a district. */
export function useBlocks(district: string): readonly string[] {
  const root = useRouteLoaderData<{ referenceHash: string }>('root');
  const { data } = useQuery({ ...referenceQuery(root?.referenceHash ?? ''), enabled: district !== '' });
  return data?.districts.find(({ name }) => name === district)?.blocks.map(({ name }) => name) ?? [];
}
