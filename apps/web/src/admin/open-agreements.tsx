import type { EndingAgreements } from '@mutual-transfer/domain/administration/office-agreement';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useMemberName } from './agreement-texts.ts';

interface OpenAgreementsProps {
  userId: string;
  teacherId: string;
  /** Sentence above the list. */
  lead: string;
  /** What follows, below the list. */
  children?: ReactNode;
}

/** Names the open proposals and agreements of a teacher that an action concerns. */
export function OpenAgreements({ userId, teacherId, lead, children }: OpenAgreementsProps) {
  const { t } = useTranslation();
  const nameOf = useMemberName();
  const { data } = useQuery({
    queryKey: ['admin', userId, 'endings', teacherId],
    queryFn: ({ signal }) => callApi<EndingAgreements>(`/admin/users/${teacherId}/endings`, { signal }),
    staleTime: 0,
  });
  if (data === undefined || data.agreements.length === 0) return null;
  return (
    <div role="status">
      <p>{lead}</p>
      <ul>
        {data.agreements.map((agreement) => (
          <li key={agreement._id}>
            {t('admin.agreements.named', { number: agreement.number })},{' '}
            {t(`admin.agreements.states.${agreement.officeState}`)}:{' '}
            {agreement.members.map(nameOf).join(', ')}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
