import type { Account } from '@mutual-transfer/domain/user';
import { ResetPassword } from './reset-password.tsx';
import { ToggleStatus } from './toggle-status.tsx';
import { ViewAs } from './view-as.tsx';

/** What an administrator is about to do, and to whom. */
export interface Deed {
  readonly kind: 'password' | 'status' | 'view';
  readonly teacher: Account;
}

export interface DeedDialogProps {
  readonly token: string;
  readonly teacher: Account;
  readonly onClose: () => void;
  /** Says what was done, where it can be read after the dialog is gone. */
  readonly onDone: (text: string) => void;
}

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
