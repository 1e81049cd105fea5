import { pagePaths } from '@mutual-transfer/domain/pages';

/** Every address of the product, spelled once. */
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
  receipt: '/receipt',
  agreements: '/agreements',
  agreement: '/agreements/:id',
  alerts: '/alerts',
  notice: '/notice',
  where: '/where',
  stop: pagePaths.stop,
  renew: pagePaths.renew,
  share: '/i/:language/:code',
  reset: pagePaths.reset,
  offline: '/offline',
  apiDocumentation: '/api/docs/',
} as const;

/** The tab of the browser that shows one's own requests. */
export const myRequestsPath = `${paths.home}?tab=my`;

/** The form that asks for a code to a new password. */
export const resetByCodePath = `${paths.reset}?by=code`;

/** The form that changes a request. */
export function editRequestPath(id: string): string {
  return `${paths.newRequest}/${id}`;
}

/** The room of a proposal or agreement. */
export function agreementPath(id: string): string {
  return `${paths.agreements}/${id}`;
}
