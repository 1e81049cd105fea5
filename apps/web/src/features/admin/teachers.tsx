import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/language.tsx';
import page from '../../ui/page.module.css';
import classes from './admin.module.css';
import type { Deed } from './deed.ts';
import { PeopleList } from './people-list.tsx';
import { Table } from './table.tsx';
import { TeacherDialog } from './teacher-dialog.tsx';
import { TeacherRow } from './teacher-row.tsx';

/** The teachers, and what an administrator can do for them. */
export function Teachers({ token }: { token: string }) {
  const { t } = useTranslation();
  const [deed, setDeed] = useState<Deed>();
  const [notice, setNotice] = useState({ text: '' });
  const status = useRef<HTMLParagraphElement>(null);
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
    setDeed(undefined);
    setNotice({ text });
  };
  // The dialog goes away, so focus goes to what is said about it.
  useEffect(() => {
    if (notice.text !== '') status.current?.focus();
  }, [notice]);
  return (
    <section aria-labelledby="teachers" className={page.section}>
      <h2 id="teachers">{t('admin.users')}</h2>
      <p className={classes.notice} ref={status} role="status" tabIndex={-1}>
        {notice.text}
      </p>
      <PeopleList
        kind="users"
        table={(users) => (
          <Table columns={columns} label={t('admin.users')}>
            {users.map((teacher) => (
              <TeacherRow key={teacher._id} onAct={setDeed} teacher={teacher} />
            ))}
          </Table>
        )}
        texts={texts}
        token={token}
      />
      {deed && <TeacherDialog deed={deed} onClose={() => setDeed(undefined)} onDone={done} token={token} />}
    </section>
  );
}
