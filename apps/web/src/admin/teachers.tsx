import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { PeopleList } from '@mutual-transfer/domain/administration/administration';
import { useState } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { Contact } from '../ui/contact.tsx';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { Tag, VerifiedTag } from '../ui/tag.tsx';
import { peopleQuery } from './admin.queries.ts';
import { AdminList, useListPage } from './list/admin-list.tsx';
import type { Column } from './list/columns.ts';
import { usePeopleFilters } from './people-filters.ts';
import { MoveLine, PersonLink } from './person-link.tsx';
import { Section } from './section.tsx';
import { type TeacherAction, TeacherActions, TeacherDialog } from './teacher-actions.tsx';

/** Returns the columns that all lists of teachers have. */
function useTeacherColumns() {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  return {
    name: {
      id: 'name',
      header: t('admin.name'),
      sort: 'name',
      value: (teacher) => (
        <>
          <PersonLink person={teacher} />
          <span className={page.soft}>{teacher.schoolName}</span>
        </>
      ),
    },
    contact: {
      id: 'contact',
      header: t('admin.contact'),
      value: (teacher) => <Contact isCompact person={teacher} />,
    },
    place: {
      id: 'place',
      header: t('admin.place'),
      sort: 'district',
      value: (teacher) => <MoveLine {...teacher} />,
    },
    teaches: {
      id: 'teaches',
      header: t('admin.teaches'),
      sort: 'subject',
      value: ({ subject, classRange }) => (
        <>
          {subject && <p>{names.subject(subject)}</p>}
          {classRange && <p className={page.soft}>{names.classLevel(classRange)}</p>}
        </>
      ),
    },
    school: {
      id: 'school',
      header: t('person.school'),
      sort: 'school',
      isExtra: true,
      value: ({ schoolName }) => schoolName,
    },
    category: {
      id: 'category',
      header: t('register.category'),
      isExtra: true,
      value: ({ category }) => category && names.category(category),
    },
    joined: {
      id: 'joined',
      header: t('admin.joinedOn'),
      sort: 'joined',
      value: ({ createdAt }) => <time dateTime={createdAt}>{formats.date(createdAt)}</time>,
    },
    status: {
      id: 'status',
      header: t('admin.status'),
      value: (teacher) => (
        <div className={page.chips}>
          <Tag tone={teacher.isActive ? 'good' : 'urgent'}>
            {t(teacher.isActive ? 'admin.active' : 'admin.inactive')}
          </Tag>
          {teacher.isPaid && <Tag>{t('admin.paidTag')}</Tag>}
          <VerifiedTag user={teacher} />
        </div>
      ),
    },
  } satisfies Record<string, Column<Account>>;
}

/** List of teachers with the actions of an administrator. */
export function Teachers({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [action, setAction] = useState<TeacherAction>();
  const [notice, setNotice] = useState({ text: '' });
  const { name, contact, place, teaches, school, category, joined, status } = useTeacherColumns();
  const list = useListPage({
    filters: usePeopleFilters(t('admin.searchUsers')),
    sort: '-joined',
    queryOf: (search) => peopleQuery(userId, 'users', search),
    rowsOf: ({ users }) => users,
  });
  const actions = {
    id: 'actions',
    header: t('admin.actions'),
    value: (teacher: TeacherAction['teacher']) => <TeacherActions onAct={setAction} teacher={teacher} />,
  };
  const done = (text: string) => {
    setAction(undefined);
    setNotice({ text });
  };
  return (
    <Section id="teachers" title={t('admin.users')}>
      <FocusedNotice notice={notice} />
      <AdminList
        {...list}
        columns={[name, contact, place, teaches, school, category, joined, status, actions]}
        csv={{ path: '/admin/users.csv' }}
        empty={t('admin.noUsers')}
        keyOf={({ _id }) => _id}
        label={t('admin.users')}
      />
      {action && (
        <TeacherDialog action={action} onClose={() => setAction(undefined)} onDone={done} userId={userId} />
      )}
    </Section>
  );
}

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
