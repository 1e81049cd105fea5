import { ADMIN_PAGE_SIZE } from '@mutual-transfer/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import page from '../../ui/page.module.css';
import { auditQuery } from '../admin.queries.ts';
import { listQuery } from '../admin-address.ts';
import { ListFrame } from '../list-frame.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';

const names = {
  words: ['action', 'person', 'search', 'from', 'to'],
  pages: ['page'],
  limit: ADMIN_PAGE_SIZE,
};

/** Audit log: actor, action, target, time and address. */
export function AuditLog({ token }: { token: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const query = useQuery(auditQuery(token, listQuery(parameters, names)));
  return (
    <section aria-labelledby="audit" className={page.section}>
      <div>
        <h2 id="audit">{t('admin.audit')}</h2>
        <p className={page.soft}>{t('admin.auditHint')}</p>
      </div>
      <AuditFilters />
      <ListFrame
        empty={t('admin.auditNone')}
        label={t('admin.audit')}
        pagination={query.data?.pagination}
        query={query}
      >
        <AuditTable entries={query.data?.entries ?? []} />
      </ListFrame>
    </section>
  );
}
