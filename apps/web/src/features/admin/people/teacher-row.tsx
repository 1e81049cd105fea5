import type { Account } from '@mutual-transfer/domain/user';
import { IconEye, IconKey, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/language.tsx';
import { useFormats, useNames } from '../../../i18n/names.ts';
import { Button } from '../../../ui/button.tsx';
import card from '../../../ui/card.module.css';
import { Contact } from '../../../ui/contact.tsx';
import page from '../../../ui/page.module.css';
import { Tag } from '../../../ui/tag.tsx';
import classes from '../admin.module.css';
import { MoveLine } from '../move-line.tsx';
import { Cell, RowTitle } from '../table.tsx';
import type { TeacherAction } from './teacher-action.ts';

interface TeacherRowProps {
  readonly teacher: Account;
  readonly onAct: (action: TeacherAction) => void;
}

/** A teacher, whole. */
export function TeacherRow({ teacher, onAct }: TeacherRowProps) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const { subject, classRange } = teacher;
  return (
    <tr>
      <RowTitle>
        {teacher.name}
        <span className={card.soft}>{t('admin.joined', { date: formats.date(teacher.createdAt) })}</span>
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
        <p className={card.soft}>{teacher.schoolName}</p>
      </Cell>
      <Cell label={t('admin.status')}>
        <div className={card.tags}>
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
          <Actions onAct={onAct} teacher={teacher} />
        )}
      </Cell>
    </tr>
  );
}

/** Nobody looks through the eyes of an account that is inactive. */
function Actions({ teacher, onAct }: TeacherRowProps) {
  const { t } = useTranslation();
  const { isActive, name } = teacher;
  const ToggleIcon = isActive ? IconUserOff : IconUserCheck;
  const actions = [
    { kind: 'password', text: t('admin.resetPassword'), Icon: IconKey },
    { kind: 'status', text: t(isActive ? 'admin.deactivate' : 'admin.activate'), Icon: ToggleIcon },
    ...(isActive ? [{ kind: 'view', text: t('admin.viewAs'), Icon: IconEye } as const] : []),
  ] as const;
  return (
    <div className={page.chips}>
      {actions.map(({ kind, text, Icon }) => (
        <Button
          aria-label={`${text}: ${name}`}
          className={classes.action}
          key={kind}
          onClick={() => onAct({ kind, teacher })}
        >
          <Icon aria-hidden="true" size={18} />
          {text}
        </Button>
      ))}
    </div>
  );
}
