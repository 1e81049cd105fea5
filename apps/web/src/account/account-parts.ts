import { recordKeys } from '@mutual-transfer/domain/record-names';

/** Parts of the account. Each is a row in the list and a page. Administrators have only the parts with `isOfTeacher: false`. */
export const accountParts = {
  profile: { title: 'dashboard.profile', isOfTeacher: true },
  password: { title: 'account.changePassword', isOfTeacher: false },
  phone: { title: 'account.phoneTitle', isOfTeacher: true },
  privacy: { title: 'account.privacyTitle', isOfTeacher: true },
  notices: { title: 'notices.title', isOfTeacher: true },
  blocked: { title: 'account.blocks', isOfTeacher: true },
  data: { title: 'account.data', isOfTeacher: false },
  delete: { title: 'account.delete', isOfTeacher: false },
} as const;

export type AccountPart = keyof typeof accountParts;

export function accountPart(name: string, isTeacher: boolean): AccountPart | undefined {
  return accountPartsFor(isTeacher).find((part) => part === name);
}

export function accountPartsFor(isTeacher: boolean): AccountPart[] {
  return recordKeys(accountParts).filter((part) => isTeacher || !accountParts[part].isOfTeacher);
}
