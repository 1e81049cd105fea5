/** Every address of the product, spelled once. */
export const paths = {
  home: '/',
  viewRequests: '/view-requests',
  login: '/login',
  register: '/register',
  payment: '/payment',
  dashboard: '/dashboard',
  newRequest: '/transfer-request',
  privacy: '/privacy-management',
  admin: '/admin',
  account: '/account',
  notice: '/notice',
  apiDocumentation: '/api/docs/',
} as const;

/** The tab of the browser that shows one's own requests. */
export const myRequestsPath = `${paths.home}?tab=my`;

/** Whether an address shows the public list, which whoever waits on a slow line sees first. */
export function isPublicList(pathname: string): boolean {
  return pathname === paths.home || pathname === paths.viewRequests;
}
