import { ResetPassword } from './reset-password.tsx';
import type { TeacherAction, TeacherActionProps } from './teacher-action.ts';
import { ToggleStatus } from './toggle-status.tsx';
import { ViewAs } from './view-as.tsx';

const dialogs: Record<TeacherAction['kind'], (props: TeacherActionProps) => React.ReactNode> = {
  password: ResetPassword,
  status: ToggleStatus,
  view: ViewAs,
};

export function TeacherDialog({
  action,
  ...props
}: Omit<TeacherActionProps, 'teacher'> & { action: TeacherAction }) {
  const Dialog = dialogs[action.kind];
  return <Dialog teacher={action.teacher} {...props} />;
}
