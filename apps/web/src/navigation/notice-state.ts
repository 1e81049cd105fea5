/** History state: the result of the previous action, shown as a notice. */
export interface NoticeState {
  notice: 'accountDeleted' | 'sessionEnded' | 'passwordChanged' | 'paid';
}
