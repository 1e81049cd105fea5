import { districts } from '@mutual-transfer/domain/reference/places';
import type { RequestMap } from '@mutual-transfer/domain/requests/transfer-request';
import type { LiveGraph } from '../matching/graph/live-graph.ts';

/** Returns for each district the number of listed requests that lead to it, and the number of those that lead away from it. */
export function countByDistrict({ current }: Pick<LiveGraph, 'current'>): RequestMap {
  const { list } = current();
  const codes = districts.map(({ code }) => code);
  const coming = list.countBy('desired_district', codes);
  const leaving = list.countBy('from_district', codes);
  return {
    districts: districts.map(({ name }, index) => ({
      district: name,
      coming: coming[index] ?? 0,
      leaving: leaving[index] ?? 0,
    })),
  };
}
