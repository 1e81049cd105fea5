import type { Demand, Reach } from '@mutual-transfer/domain/matching/demand';

import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/client.ts';
import { callQuery } from '../platform/queries.ts';

/** Subject and class level, as sent to the API. */
export interface Taught {
  subject: string;
  classRange: string;
}

const DEMAND_FRESH_MS = 60_000;

/** Query of the reach of a request, by district or by the blocks of one. Invalidated together with advice. */
export function reachQuery(userId: string, requestId: string, district: string) {
  const search = district === '' ? '' : `?${new URLSearchParams({ district })}`;
  return callQuery(
    ['advice', userId, requestId, 'reach', district],
    `/requests/${requestId}/reach${search}`,
    ({ places }: Reach) => places,
  );
}

/** Query of the demand of teachers of a subject and level, by district or by the blocks of one. */
export function demandQuery(taught: Taught, district: string) {
  const { subject, classRange } = taught;
  const asked = { subject, classRange, ...(district === '' ? {} : { district }) };
  const search = String(new URLSearchParams(asked));
  return queryOptions({
    queryKey: ['demand', search],
    queryFn: ({ signal }) => callApi<Demand>(`/requests/demand?${search}`, { signal }),
    staleTime: DEMAND_FRESH_MS,
  });
}
