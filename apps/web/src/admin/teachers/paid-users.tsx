import type { PeopleList } from '@mutual-transfer/domain/administration/administration';
import { ADMIN_PAGE_SIZE } from '@mutual-transfer/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import page from '../../ui/page.module.css';
import { peopleQuery } from '../admin.queries.ts';
import { AdminList } from '../list/admin-list.tsx';
import type { Column } from '../list/columns.ts';
import { listQuery } from '../list/list-address.ts';
import { Section } from '../sections/section.tsx';
import { peopleWords, usePeopleFilters } from './use-people-filters.ts';
import { useTeacherColumns } from './use-teacher-columns.tsx';

const names = {
  words: peopleWords.filter((name) => name !== 'isPaid'),
  pages: ['page'],
  limit: ADMIN_PAGE_SIZE,
};

/** Lists payments: teacher, amount and date. */
export function PaidUsers({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [parameters] = useSearchParams();
  const filters = usePeopleFilters(t('admin.searchPaid')).filter(({ name }) => name !== 'isPaid');
  const { name, contact, place, school } = useTeacherColumns();
  const query = useQuery(peopleQuery(userId, 'paid-users', listQuery(parameters, names)));
  const refunded = (at: string | undefined) =>
    at === undefined
      ? t('admin.person.paymentStatus.refunded')
      : t('admin.refundedOn', { date: formats.date(at) });
  const paid: Column<PeopleList['users'][number]>[] = [
    {
      id: 'amount',
      header: t('admin.amount'),
      sort: 'amount',
      value: ({ paymentAmount, isPaid, refundedAt }) => (
        <>
          {paymentAmount !== null && formats.rupees(paymentAmount)}
          {!isPaid && <span className={page.soft}> {refunded(refundedAt)}</span>}
        </>
      ),
    },
    {
      id: 'paid',
      header: t('admin.paidOn'),
      sort: 'paid',
      value: ({ paymentDate }) =>
        paymentDate && <time dateTime={paymentDate}>{formats.dateTime(paymentDate)}</time>,
    },
  ];
  return (
    <Section id="paid" title={t('admin.paid')}>
      <AdminList
        columns={[name, contact, place, school, ...paid]}
        csv={{ path: '/admin/payments.csv' }}
        empty={t('admin.noPaid')}
        filters={filters}
        keyOf={({ _id }) => _id}
        label={t('admin.paid')}
        limit={ADMIN_PAGE_SIZE}
        pagination={query.data?.pagination}
        query={query}
        rows={query.data?.users}
        sort="-paid"
      />
    </Section>
  );
}
