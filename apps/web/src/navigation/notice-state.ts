/** What a history entry keeps of what was done before it. */
export interface NoticeState {
  readonly notice: 'accountDeleted' | 'passwordChanged' | 'paid';
}
