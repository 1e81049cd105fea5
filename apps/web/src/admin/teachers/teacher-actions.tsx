import type { Account } from '@mutual-transfer/domain/accounts/user';
import { IconEye, IconKey, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { RowMenu } from '../list/row-menu.tsx';
import type { TeacherAction } from './teacher-action.ts';

export interface TeacherActionsProps {
  readonly teacher: Account;
  readonly onAct: (action: TeacherAction) => void;
}

/** Actions of an administrator on a teacher. Inactive accounts cannot be impersonated. */
export function TeacherActions({ teacher, onAct }: TeacherActionsProps) {
  const { t } = useTranslation();
  const { isActive, name } = teacher;
  const actionOf = (kind: TeacherAction['kind'], text: string, Icon: typeof IconKey) => ({
    text,
    Icon,
    act: () => onAct({ kind, teacher }),
  });
  const actions = [
    actionOf('password', t('admin.resetPassword'), IconKey),
    isActive
      ? actionOf('status', t('admin.deactivate'), IconUserOff)
      : actionOf('status', t('admin.activate'), IconUserCheck),
    ...(isActive ? [actionOf('view', t('admin.viewAs'), IconEye)] : []),
  ];
  return <RowMenu actions={actions} name={name} />;
}
