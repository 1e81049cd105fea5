import { pagePaths } from '@mutual-transfer/domain/pages';

export const paths = {
  home: pagePaths.home,
  viewRequests: pagePaths.viewRequests,
  login: '/login',
  register: '/register',
  payment: pagePaths.payment,
  dashboard: '/dashboard',
  newRequest: '/transfer-request',
  editRequest: '/transfer-request/:id',
  privacy: '/privacy-management',
  admin: '/admin',
  account: '/account',
  accountPart: '/account/:part',
  receipt: '/receipt',
  agreements: '/agreements',
  agreement: '/agreements/:id',
  alerts: '/alerts',
  terms: '/terms',
  notice: '/privacy-notice',
  refunds: '/refunds',
  contact: '/contact',
  complaint: '/complaint',
  help: '/help',
  accessibility: '/accessibility',
  season: '/season',
  order: '/order',
  orderOfCode: '/order/:code',
  where: '/where',
  stop: pagePaths.stop,
  renew: pagePaths.renew,
  confirm: pagePaths.confirm,
  share: pagePaths.share,
  reset: pagePaths.reset,
  offline: '/offline',
  apiDocumentation: '/api/docs/',
} as const;

export const myRequestsPath = `${paths.home}?tab=my`;

/** Path of the form that requests a code for a new password. */
export const resetByCodePath = `${paths.reset}?by=code`;

export function editRequestPath(id: string): string {
  return `${paths.newRequest}/${id}`;
}

export function orderPath(code: string): string {
  return `${paths.order}/${encodeURIComponent(code)}`;
}

export function agreementPath(id: string): string {
  return `${paths.agreements}/${id}`;
}

export function accountPartPath(part: string): string {
  return `${paths.account}/${part}`;
}

/** A file of the build. */
export const THIRD_PARTY_NOTICES = '/third-party-notices.txt';
