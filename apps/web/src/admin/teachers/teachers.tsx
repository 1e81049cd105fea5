import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { FocusedNotice } from '../../ui/states/focused-notice.tsx';
import { peopleQuery } from '../admin.queries.ts';
import { AdminList } from '../list/admin-list.tsx';
import { useListPage } from '../list/use-list-page.ts';
import { Section } from '../sections/section.tsx';
import type { TeacherAction } from './teacher-action.ts';
import { TeacherActions } from './teacher-actions.tsx';
import { TeacherDialog } from './teacher-dialog.tsx';
import { usePeopleFilters } from './use-people-filters.ts';
import { useTeacherColumns } from './use-teacher-columns.tsx';

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
