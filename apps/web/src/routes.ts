import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The table of contents. Addresses are those of `paths.ts`; a test opens each. */
export default [
  index('features/browse/browse-page.tsx'),
  route('view-requests', 'features/browse/browse-page.tsx', { id: 'view-requests' }),
  layout('frame/inside.tsx', [
    route('offline', 'features/offline/offline-page.tsx'),
    route('notice', 'features/notice/notice-page.tsx'),
    route('where', 'features/browse/where/where-page.tsx'),
    route('stop', 'features/links/stop-page.tsx'),
    route('renew', 'features/links/renew-page.tsx'),
    route('i/:language/:code', 'features/share/share-page.tsx'),
    layout('session/guard.tsx', [
      route('dashboard', 'features/dashboard/dashboard-page.tsx'),
      route('alerts', 'features/alerts/alerts-page.tsx'),
      route('agreements', 'features/agreements/agreements-page.tsx'),
      route('agreements/:id', 'features/agreements/agreement-page.tsx'),
      route('privacy-management', 'features/privacy/privacy-page.tsx'),
      route('transfer-request', 'features/requests/request-create.tsx'),
      route('transfer-request/:id', 'features/requests/request-edit.tsx'),
    ]),
    route('reset', 'features/auth/reset-page.tsx'),
    route('login', 'features/auth/login-page.tsx'),
    route('register', 'features/auth/register-page.tsx'),
    layout('session/signed-in-only.tsx', [
      route('payment', 'features/payment/payment-page.tsx'),
      route('account', 'features/account/account-page.tsx'),
      route('receipt', 'features/payment/receipt-page.tsx'),
    ]),
    layout('session/admin-only.tsx', [route('admin', 'features/admin/admin-page.tsx')]),
  ]),
  route('*', 'frame/not-found-page.tsx'),
] satisfies RouteConfig;
