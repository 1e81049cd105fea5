import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Route table. A test compares its paths with those of `platform/paths.ts`. */
export default [
  index('browse/browse-page.tsx'),
  route('view-requests', 'browse/browse-page.tsx', { id: 'view-requests' }),
  layout('frame/screen-texts.tsx', [
    route('offline', 'frame/offline-page.tsx'),
    route('notice', 'privacy/privacy-notice-page.tsx'),
    route('where', 'where/where-page.tsx'),
    route('season', 'seasons/season-page.tsx'),
    route('order', 'agreements/order-page.tsx'),
    route('order/:code', 'agreements/order-page.tsx', { id: 'order-of-code' }),
    route('stop', 'notices/stop-page.tsx'),
    route('renew', 'notices/renew-page.tsx'),
    route('confirm', 'notices/confirm-page.tsx'),
    route('i/:language/:code', 'browse/share-page.tsx'),
    layout('frame/access-guard.tsx', [
      route('dashboard', 'dashboard/dashboard-page.tsx'),
      route('alerts', 'notices/alerts-page.tsx'),
      route('agreements', 'agreements/agreements-page.tsx'),
      route('agreements/:id', 'agreements/agreement-page/agreement-page.tsx'),
      route('privacy-management', 'privacy/privacy-page.tsx'),
      route('transfer-request', 'requests/new-request-page.tsx'),
      route('transfer-request/:id', 'requests/edit-request-page.tsx'),
    ]),
    route('reset', 'sign-in/reset-page.tsx'),
    route('login', 'sign-in/login-page.tsx'),
    route('register', 'sign-in/register-page.tsx'),
    layout('frame/signed-in-only.tsx', [
      route('payment', 'payments/payment-page.tsx'),
      route('account', 'account/account-page.tsx'),
      route('account/:part', 'account/account-part-page.tsx'),
      route('receipt', 'payments/receipt-page.tsx'),
    ]),
    layout('frame/admin-only.tsx', [route('admin', 'admin/admin-page.tsx')]),
  ]),
  ...(process.env.NODE_ENV === 'production' ? [] : [route('kit', 'kit/kit-page.tsx')]),
  route('*', 'frame/not-found-page.tsx'),
] satisfies RouteConfig;
