import type { PeopleList } from '@mutual-transfer/domain/administration/administration';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import page from '../../ui/page.module.css';
import { peopleQuery } from '../admin.queries.ts';
import { AdminList } from '../list/admin-list.tsx';
import type { Column } from '../list/columns.ts';
import { useListPage } from '../list/use-list-page.ts';
import { Section } from '../sections/section.tsx';
import { usePeopleFilters } from './use-people-filters.ts';
import { useTeacherColumns } from './use-teacher-columns.tsx';

/** Lists payments: teacher, amount and date. */
export function PaidUsers({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { name, contact, place, school } = useTeacherColumns();
  const list = useListPage({
    filters: usePeopleFilters(t('admin.searchPaid')).filter(({ name }) => name !== 'isPaid'),
    sort: '-paid',
    queryOf: (search) => peopleQuery(userId, 'paid-users', search),
    rowsOf: ({ users }) => users,
  });
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
        {...list}
        columns={[name, contact, place, school, ...paid]}
        csv={{ path: '/admin/payments.csv' }}
        empty={t('admin.noPaid')}
        keyOf={({ _id }) => _id}
        label={t('admin.paid')}
      />
    </Section>
  );
}
