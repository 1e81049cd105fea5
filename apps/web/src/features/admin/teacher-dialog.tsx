import type { Deed, DeedDialogProps } from './deed.ts';
import { ResetPassword } from './reset-password.tsx';
import { ToggleStatus } from './toggle-status.tsx';
import { ViewAs } from './view-as.tsx';

const dialogs: Record<Deed['kind'], (props: DeedDialogProps) => React.ReactNode> = {
  password: ResetPassword,
  status: ToggleStatus,
  view: ViewAs,
};

/** The dialog in which it is done. */
export function TeacherDialog({ deed, ...props }: Omit<DeedDialogProps, 'teacher'> & { deed: Deed }) {
  const Dialog = dialogs[deed.kind];
  return <Dialog teacher={deed.teacher} {...props} />;
}
