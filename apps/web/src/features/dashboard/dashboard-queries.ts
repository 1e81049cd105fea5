import type { Alert } from '@mutual-transfer/domain/alert';
import { callQuery } from '../../api/queries.ts';

/** The newest alerts, hidden ones too. The product's own are sentences, so the answer depends on the language. */
export function alertsQuery(token: string, language: string) {
  return callQuery(
    ['alerts', token, language],
    '/alerts?includeHidden=true',
    ({ data }: { data: { alerts: Alert[] } }) => data.alerts,
  );
}
