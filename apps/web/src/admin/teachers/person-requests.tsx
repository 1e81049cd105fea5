import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { RequestTable } from '../../requests/request-table.tsx';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { Section } from '../sections/section.tsx';
import type { Removable } from './removal.tsx';

interface PersonRequestsProps {
  readonly requests: readonly TransferRequest[];
  readonly onRemove: (what: Removable) => void;
}

export function PersonRequests({ requests, onRemove }: PersonRequestsProps) {
  const { t } = useTranslation();
  return (
    <Section id="requests" level={3} title={t('admin.person.requests')}>
      {requests.length === 0 && <p className={page.soft}>{t('admin.person.none')}</p>}
      {requests.length > 0 && (
        <RequestTable
          actions={({ _id }) => (
            <Button kind="grave" onClick={() => onRemove({ kind: 'requests', id: _id })}>
              {t('admin.person.removeRequest')}
            </Button>
          )}
          label={t('admin.person.requests')}
          requests={requests}
        />
      )}
    </Section>
  );
}
