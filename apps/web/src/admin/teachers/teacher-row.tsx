import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { Contact } from '../../ui/contact.tsx';
import page from '../../ui/page.module.css';
import { Tag } from '../../ui/tag.tsx';
import { personSearch } from '../admin-address.ts';
import { MoveLine } from '../move-line.tsx';
import { Cell, RowTitle } from '../table.tsx';
import { TeacherActions, type TeacherActionsProps } from './teacher-actions.tsx';

/** Row of a teacher with all columns. */
export function TeacherRow({ teacher, onAct }: TeacherActionsProps) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const { subject, classRange } = teacher;
  return (
    <tr>
      <RowTitle>
        {teacher.role === 'admin' ? (
          teacher.name
        ) : (
          <Link to={{ search: personSearch(teacher._id) }}>{teacher.name}</Link>
        )}
        <span className={page.soft}>{t('admin.joined', { date: formats.date(teacher.createdAt) })}</span>
      </RowTitle>
      <Cell label={t('admin.contact')}>
        <Contact isCompact person={teacher} />
      </Cell>
      <Cell label={t('admin.place')}>
        <MoveLine {...teacher} />
      </Cell>
      <Cell label={t('admin.teaches')}>
        {subject && <p>{names.subject(subject)}</p>}
        {classRange && <p>{names.classLevel(classRange)}</p>}
        <p className={page.soft}>{teacher.schoolName}</p>
      </Cell>
      <Cell label={t('admin.status')}>
        <div className={page.chips}>
          <Tag tone={teacher.isActive ? 'good' : 'urgent'}>
            {t(teacher.isActive ? 'admin.active' : 'admin.inactive')}
          </Tag>
          {teacher.isPaid && <Tag>{t('admin.paidTag')}</Tag>}
        </div>
      </Cell>
      <Cell label={t('admin.actions')}>
        {teacher.role === 'admin' ? (
          <Tag>{t('admin.administrator')}</Tag>
        ) : (
          <TeacherActions onAct={onAct} teacher={teacher} />
        )}
      </Cell>
    </tr>
  );
}
