import type { Account } from '@mutual-transfer/domain/user';
import { IconEye, IconKey, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import page from '../../../ui/page.module.css';
import classes from '../admin.module.css';
import type { TeacherAction } from './teacher-action.ts';

export interface TeacherActionsProps {
  readonly teacher: Account;
  readonly onAct: (action: TeacherAction) => void;
}

/** What an administrator can do for a teacher. An inactive account is not viewed as its teacher. */
export function TeacherActions({ teacher, onAct }: TeacherActionsProps) {
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
