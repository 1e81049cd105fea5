import type { Account } from '@mutual-transfer/domain/accounts/user';

/** Action of an administrator on a teacher. */
export interface TeacherAction {
  readonly kind: 'password' | 'status' | 'view';
  readonly teacher: Account;
}

export interface TeacherActionProps {
  readonly userId: string;
  readonly teacher: Account;
  readonly onClose: () => void;
  /** Closes the dialog and shows the message. */
  readonly onDone: (text: string) => void;
}
