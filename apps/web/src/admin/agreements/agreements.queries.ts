import type {
  AgreementFile,
  OfficeAgreementList,
} from '@mutual-transfer/domain/administration/office-agreement';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../platform/api/client.ts';

/** Query of the agreements of all teachers. Each call is in the audit log. */
export function officeAgreementsQuery(userId: string, search: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'agreements', search],
    queryFn: ({ signal }) => callApi<OfficeAgreementList>(`/admin/agreements?${search}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Query of all about one agreement. */
export function agreementFileQuery(userId: string, id: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'agreement', id],
    queryFn: ({ signal }) =>
      callApi<AgreementFile>(`/admin/agreements/${encodeURIComponent(id)}`, { signal }),
  });
}
