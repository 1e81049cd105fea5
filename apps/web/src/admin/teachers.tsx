import type { Account } from '@mutual-transfer/domain/accounts/user';
import type {
  ListedTeacher,
  PeopleList,
  TeacherList,
} from '@mutual-transfer/domain/administration/administration';
import { paymentColumns, teacherColumns } from '@mutual-transfer/domain/administration/list-columns';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { Contact } from '../ui/contact.tsx';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { Tag, VerifiedTag } from '../ui/tag.tsx';
import { AdminList, useListPage } from './list/admin-list.tsx';
import { type Column, useColumns } from './list/columns.ts';
import { adminListQuery } from './list/page-query.ts';
import { usePeopleFilters } from './people-filters.ts';
import { MovedTeacher, MoveLine, PersonLink } from './person-link.tsx';
import { Section } from './section.tsx';
import { type TeacherAction, TeacherActions, TeacherDialog } from './teacher-actions.tsx';

/** Cells that the lists of teachers and of payments share. */
const personCells = {
  name: (teacher: Account) => (
    <>
      <PersonLink person={teacher} />
      <span className={page.soft}>{teacher.schoolName}</span>
    </>
  ),
  contact: (teacher: Account) => <Contact isCompact person={teacher} />,
  place: (teacher: Account) => <MoveLine {...teacher} />,
  school: ({ schoolName }: Account) => schoolName,
};

/** Returns a cell that is empty for a teacher who is posted elsewhere by now. */
const ofOwn = (cell: (teacher: Account) => ReactNode) => (teacher: ListedTeacher) =>
  'isElsewhere' in teacher ? null : cell(teacher);

function useTeacherColumns(onAct: (action: TeacherAction) => void): Column<ListedTeacher>[] {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const { school, contact, place } = personCells;
  return useColumns(teacherColumns, {
    name: (teacher) =>
      'isElsewhere' in teacher ? <MovedTeacher person={teacher} /> : personCells.name(teacher),
    contact: ofOwn(contact),
    place: (teacher) => {
      if (!('isElsewhere' in teacher)) return place(teacher);
      const { district, postingBlock } = teacher;
      return district && postingBlock && names.place(district, postingBlock);
    },
    teaches: ofOwn(({ subject, classRange }) => (
      <>
        {subject && <p>{names.subject(subject)}</p>}
        {classRange && <p className={page.soft}>{names.classLevel(classRange)}</p>}
      </>
    )),
    school: ofOwn(school),
    category: ofOwn(({ category }) => category && names.category(category)),
    joined: ofOwn(({ createdAt }) => <time dateTime={createdAt}>{formats.date(createdAt)}</time>),
    status: ofOwn((teacher) => (
      <div className={page.chips}>
        <Tag tone={teacher.isActive ? 'good' : 'urgent'}>
          {t(teacher.isActive ? 'admin.active' : 'admin.inactive')}
        </Tag>
        {teacher.isPaid && <Tag>{t('admin.paidTag')}</Tag>}
        <VerifiedTag user={teacher} />
      </div>
    )),
    actions: ofOwn((teacher) => <TeacherActions onAct={onAct} teacher={teacher} />),
  });
}

export function Teachers({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [action, setAction] = useState<TeacherAction>();
  const [notice, setNotice] = useState({ text: '' });
  const columns = useTeacherColumns(setAction);
  const list = useListPage({
    filters: usePeopleFilters(t('admin.searchUsers')),
    sort: '-joined',
    queryOf: (search) =>
      adminListQuery<TeacherList>(['admin', userId, 'people', 'users'], '/admin/users', search),
    rowsOf: ({ users }) => users,
  });
  const done = (text: string) => {
    setAction(undefined);
    setNotice({ text });
  };
  return (
    <Section id="teachers" title={t('admin.users')}>
      <FocusedNotice notice={notice} />
      <AdminList
        {...list}
        columns={columns}
        csv={{ path: '/admin/users.csv' }}
        empty={t('admin.noUsers')}
        isClamped
        keyOf={({ _id }) => _id}
        label={t('admin.users')}
      />
      {action && (
        <TeacherDialog action={action} onClose={() => setAction(undefined)} onDone={done} userId={userId} />
      )}
    </Section>
  );
}

export function PaidUsers({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const list = useListPage({
    filters: usePeopleFilters(t('admin.searchPaid')).filter(({ name }) => name !== 'isPaid'),
    sort: '-paid',
    queryOf: (search) =>
      adminListQuery<PeopleList>(['admin', userId, 'people', 'paid-users'], '/admin/paid-users', search),
    rowsOf: ({ users }) => users,
  });
  const refunded = (at: string | undefined) =>
    at === undefined
      ? t('admin.person.paymentStatus.refunded')
      : t('admin.refundedOn', { date: formats.date(at) });
  const columns: Column<PeopleList['users'][number]>[] = useColumns(paymentColumns, {
    ...personCells,
    amount: ({ paymentAmount, isPaid, refundedAt }) => (
      <>
        {paymentAmount !== null && formats.rupees(paymentAmount)}
        {!isPaid && <span className={page.soft}> {refunded(refundedAt)}</span>}
      </>
    ),
    paid: ({ paymentDate }) =>
      paymentDate && <time dateTime={paymentDate}>{formats.dateTime(paymentDate)}</time>,
  });
  return (
    <Section id="paid" title={t('admin.paid')}>
      <AdminList
        {...list}
        columns={columns}
        csv={{ path: '/admin/payments.csv' }}
        empty={t('admin.noPaid')}
        keyOf={({ _id }) => _id}
        label={t('admin.paid')}
      />
    </Section>
  );
}
