import type { Account } from '@mutual-transfer/domain/accounts/user';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { Contact } from '../../ui/contact.tsx';
import page from '../../ui/page.module.css';
import { Tag } from '../../ui/tag.tsx';
import { VerifiedTag } from '../../ui/verified-tag.tsx';
import type { Column } from '../list/columns.ts';
import { PersonLink } from '../list/person-link.tsx';
import { MoveLine } from '../move-line.tsx';

/** Returns the columns that all lists of teachers have. */
export function useTeacherColumns() {
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
