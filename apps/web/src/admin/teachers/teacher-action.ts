import type { Account } from '@mutual-transfer/domain/accounts/user';

/** What an administrator is about to do, and to whom. */
export interface TeacherAction {
  readonly kind: 'password' | 'status' | 'view';
  readonly teacher: Account;
}

export interface TeacherActionProps {
  readonly token: string;
  readonly teacher: Account;
  readonly onClose: () => void;
  /** Says what was done, where it can be read after the dialog is gone. */
  readonly onDone: (text: string) => void;
}
