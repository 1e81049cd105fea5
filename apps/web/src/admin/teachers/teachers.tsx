import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { FocusedNotice } from '../../ui/focused-notice.tsx';
import page from '../../ui/page.module.css';
import { Table } from '../table.tsx';
import { PeopleList } from './people-list.tsx';
import type { TeacherAction } from './teacher-action.ts';
import { TeacherDialog } from './teacher-dialog.tsx';
import { TeacherRow } from './teacher-row.tsx';

/** List of teachers with the actions of an administrator. */
export function Teachers({ token }: { token: string }) {
  const { t } = useTranslation();
  const [action, setAction] = useState<TeacherAction>();
  const [notice, setNotice] = useState({ text: '' });
  const texts = { list: t('admin.users'), search: t('admin.searchUsers'), empty: t('admin.noUsers') };
  const columns = [
    t('admin.name'),
    t('admin.contact'),
    t('admin.place'),
    t('admin.teaches'),
    t('admin.status'),
    t('admin.actions'),
  ];
  const done = (text: string) => {
    setAction(undefined);
    setNotice({ text });
  };
  return (
    <section aria-labelledby="teachers" className={page.section}>
      <h2 id="teachers">{t('admin.users')}</h2>
      <FocusedNotice notice={notice} />
      <PeopleList
        kind="users"
        table={(users) => (
          <Table columns={columns} label={t('admin.users')}>
            {users.map((teacher) => (
              <TeacherRow key={teacher._id} onAct={setAction} teacher={teacher} />
            ))}
          </Table>
        )}
        texts={texts}
        token={token}
      />
      {action && (
        <TeacherDialog action={action} onClose={() => setAction(undefined)} onDone={done} token={token} />
      )}
    </section>
  );
}
