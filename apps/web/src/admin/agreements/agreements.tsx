import { useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { officeAgreementsQuery } from '../admin.queries.ts';
import { Download } from '../files/download.tsx';
import { AdminList } from '../list/admin-list.tsx';
import { filterQuery, namesOf } from '../list/list-address.ts';
import { useListPage } from '../list/use-list-page.ts';
import { Section } from '../sections/section.tsx';
import { Import } from './imports.tsx';
import { useAgreementColumns } from './use-agreement-columns.tsx';
import { useAgreementFilters } from './use-agreement-filters.ts';

/** Proposals and agreements of all teachers, their papers, and the import of orders. */
export function Agreements({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const columns = useAgreementColumns();
  const list = useListPage({
    filters: useAgreementFilters(userId),
    sort: '-created',
    queryOf: (search) => officeAgreementsQuery(userId, search),
    rowsOf: ({ agreements }) => agreements,
  });
  const papers = filterQuery(parameters, namesOf(list));
  return (
    <Section id="agreements" lead={t('admin.agreements.lead')} title={t('admin.agreements.title')}>
      <Import kind="orders" />
      <Import kind="joinings" />
      <AdminList
        {...list}
        columns={columns}
        csv={{ path: '/admin/agreements.csv' }}
        empty={t('admin.agreements.none')}
        emptyHint={t('admin.agreements.noneHint')}
        keyOf={({ _id }) => _id}
        label={t('admin.agreements.title')}
        tools={
          <Download path={`/admin/agreements/papers.zip?${papers}`} text={t('admin.agreements.papersZip')} />
        }
      />
    </Section>
  );
}
