import { INVITATION_CODE, PRIVACY_NOTICE_VERSION } from '@mutual-transfer/domain/constants';
import { DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import { defaultChoices } from '@mutual-transfer/domain/notices/notice-settings';
import { goodRegistration } from '@mutual-transfer/domain/testing/good-registration';
import type { Belongings, Cast } from './cast.ts';
import { PASSWORD, requestOf } from './factories.ts';

const everythingHidden = {
  privacySettings: { hideName: true, hidePhone: true, hideEmail: true, hideSchoolName: true },
};
const NEW_PASSWORD = 'another quiet orchard';

/** Returns the value of `:id` in a route: the owner's id of the kind that the route takes. */
function idIn(route: string, { userId, requestId, alertId, agreementId, orderId }: Belongings): string {
  if (route.includes('/agreements/')) return agreementId;
  if (route.includes('/requests/')) return requestId;
  if (route.includes('/payments/')) return orderId;
  if (route.includes('/alerts/:id/removal')) return alertId;
  return route.startsWith('PATCH /api/alerts/') ? alertId : userId;
}

/** Body of a season of a later year. */
export const laterSeason = {
  name: 'A later season',
  order: 'Order of a later year',
  opens: '2027-01-01T00:00:00Z',
  listCloses: '2027-01-10T00:00:00Z',
  rounds: [
    {
      askedFrom: '2027-01-10T00:00:00Z',
      proposalsSent: '2027-01-11T00:00:00Z',
      answersUntil: '2027-01-14T00:00:00Z',
    },
  ],
  closed: '2027-02-01T00:00:00Z',
  consent: 'after',
};

/** Valid body per route, so that a permitted caller reaches the route's own rules. */
const bodies: Readonly<Record<string, (cast: Cast) => unknown>> = {
  'POST /api/auth/login': ({ check }) => ({ email: 'owner@example.com', password: PASSWORD, ...check }),
  'POST /api/auth/register': ({ check }) => ({
    ...goodRegistration,
    email: 'new@example.com',
    ...check,
  }),
  'PUT /api/auth/consent': () => ({ version: PRIVACY_NOTICE_VERSION }),
  'POST /api/requests': () => requestOf({ desiredDistrict: 'Saran', desiredBlock: 'Amnour' }),
  'PUT /api/requests/:id/privacy': () => everythingHidden,
  'PUT /api/auth/privacy': () => everythingHidden,
  'PATCH /api/requests/:id': () => ({ reason: 'My children go to school there.' }),
  'PATCH /api/requests/:id/hidden': () => ({ hidden: false }),
  'PUT /api/requests/:id/rank': () => ({ rank: 1 }),
  'PATCH /api/requests/:id/status': () => ({ status: 'withdrawn' }),
  'POST /api/complaints': ({ check }) => ({
    topic: 'content',
    words: 'My photo is shown.',
    name: 'Asha Devi',
    contact: 'asha@example.com',
    ...check,
  }),
  'POST /api/complaints/own': () => ({ topic: 'service', words: 'The list stays empty.' }),
  'POST /api/reports': ({ belongings: { userId } }) => ({ user: userId, reason: 'money' }),
  'POST /api/admin/reports/:id/decision': () => ({ decision: 'dismissed', words: 'Nothing was found.' }),
  'POST /api/alerts/:id': () => ({ message: 'Shall we swap?' }),
  'PATCH /api/alerts/:id/hidden': () => ({ hidden: true }),
  'POST /api/admin/agreements/:id/deadline': () => ({ deadline: '2030-01-01', reason: 'A strike' }),
  'POST /api/admin/agreements/:id/end': () => ({ scope: 'combination', reason: 'A member retired' }),
  'POST /api/admin/agreements/:id/order': () => ({ number: 'EST/1', date: '2026-06-15', reason: 'Received' }),
  'POST /api/admin/agreements/:id/scrutiny': ({ belongings: { userId } }) => ({
    user: userId,
    result: 'passed',
    reason: 'Service book seen',
  }),
  'POST /api/admin/agreements/:id/joining': ({ belongings: { userId } }) => ({
    member: userId,
    date: '2026-06-15',
    reason: 'Joining report',
  }),
  'DELETE /api/admin/agreements/:id/steps/last': () => ({ reason: 'Wrong group' }),
  'POST /api/admin/orders': ({ belongings: { agreementId } }) =>
    `agreement,order number,date\n${agreementId},EST/1,2026-06-15\n`,
  'POST /api/admin/orders/document': ({ belongings: { agreementId } }) => ({
    agreements: [agreementId],
    ...{ number: 'EST/2', date: '2026-06-15', authority: 'The District Education Officer', language: 'en' },
  }),
  'POST /api/admin/joinings': ({ belongings: { agreementId } }) =>
    `agreement,seat,joining report\n${agreementId},1,2026-06-15\n`,
  'POST /api/admin/exclusions/import': () => 'name,phone,reason\nAsha Kumari,9876500001,A proceeding\n',
  'POST /api/admin/rounds': () => ({}),
  'POST /api/admin/exclusions': ({ belongings: { userId } }) => ({ user: userId, reason: 'A proceeding' }),
  'POST /api/admin/objections/:id/reply': () => ({ result: 'refused', text: 'The facts are right.' }),
  'POST /api/admin/seasons': () => laterSeason,
  'PATCH /api/admin/seasons/:id': () => ({ name: 'Another name' }),
  'POST /api/admin/rules/trials': () => ({ rules: { largestGroup: 8 } }),
  'POST /api/admin/rules': () => ({
    kind: 'largestGroup',
    value: 8,
    validFrom: '2030-01-01',
    source: 'Order of a later year',
    link: null,
  }),
  'POST /api/agreements': ({ belongings: { requestId, userId } }) => ({ requests: [requestId, userId] }),
  'POST /api/agreements/:id/answer': () => ({ answer: 'yes' }),
  'POST /api/agreements/:id/steps': () => ({ step: 'submitted' }),
  'POST /api/agreements/:id/leave': () => ({ reason: 'Not any more.' }),
  'POST /api/agreements/:id/messages': () => ({ message: 'Namaste' }),
  'PUT /api/requests/:id/readiness': () => ({ ready: true }),
  'POST /api/requests/:id/invitations': ({ belongings: { alertId } }) => ({ user: alertId }),
  'PUT /api/auth/profile': () => ({ name: 'Another Name' }),
  'PUT /api/auth/password': () => ({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  'DELETE /api/auth/account': () => ({ password: PASSWORD }),
  'PUT /api/payment/settings': () => ({ isPaymentRequired: true, paymentAmount: 20 }),
  'POST /api/payment/verify': ({ belongings: { providerOrderId } }) => ({
    razorpay_order_id: providerOrderId,
    razorpay_payment_id: 'pay_1',
    razorpay_signature: 'a'.repeat(64),
  }),
  'POST /api/payment/sandbox/pay': ({ belongings: { providerOrderId } }) => ({
    orderId: providerOrderId,
    outcome: 'failure',
  }),
  'POST /api/admin/payments/:id/refund': () => ({ reason: 'The ring broke before the papers' }),
  'POST /api/admin/payments/:id/settlement': () => ({ how: 'outside', reason: 'Paid in cash' }),
  'PUT /api/admin/refund-rule': () => ({ isOn: true }),
  'PUT /api/admin/support': () => ({ supportEmail: 'desk@example.org' }),
  'POST /api/auth/factor': () => ({ factorToken: 'a.b.c', code: '123456' }),
  'POST /api/auth/factors': () => ({ password: PASSWORD }),
  'DELETE /api/auth/factors': () => ({ password: PASSWORD, code: '123456' }),
  'PATCH /api/admin/administrators/:id': () => ({ office: 'DEO Gaya' }),
  'PUT /api/admin/password': () => ({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  'PUT /api/admin/users/:id': () => ({ name: 'A Corrected Name', reason: 'As on the service book' }),
  'POST /api/admin/requests/:id/removal': () => ({ reason: 'It asked for money' }),
  'POST /api/auth/phone-codes': ({ check }) => ({ phone: '9876543210', ...check }),
  'PUT /api/auth/phone-verification': () => ({ phoneCode: '000000' }),
  'POST /api/auth/password-links': ({ check }) => ({ email: 'owner@example.com', ...check }),
  'PUT /api/auth/password-links': () => ({ token: 'a token', newPassword: NEW_PASSWORD }),
  'POST /api/auth/password-codes': ({ check }) => ({ phone: '9876543210', ...check }),
  'PUT /api/auth/password-codes': () => ({
    phone: '9876543210',
    code: '00000000',
    newPassword: NEW_PASSWORD,
  }),
  'PUT /api/notices/settings': () => defaultChoices,
  'POST /api/notices/devices': () => ({
    endpoint: 'https://fcm.googleapis.com/fcm/send/one',
    keys: {
      p256dh: 'BHBSPW-V92QERTmFDWgdDBc0IF8QmDN_JUyuBqGxmXGmPVs2W1TVoHPa2JuiAS8-Y45o20JhlROSE2QnqvCuqUo',
      auth: '1iaHGVfJNha5xjQGW9j8Hg',
    },
  }),
  'DELETE /api/notices/devices': () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/one' }),
  'POST /api/requests/renewals': () => ({ token: 'a.b.c' }),
  'POST /api/notices/email-confirmation': () => ({ token: 'a.b.c' }),
  'PUT /api/admin/users/:id/verification': () => ({ note: 'Service book seen' }),
  'POST /api/admin/leaks': ({ belongings: { userId } }) => ({
    texts: { en: 'A list was copied.' },
    list: userId,
  }),
  'POST /api/admin/leaks/preview': ({ belongings: { userId } }) => ({
    texts: { en: 'A list was copied.' },
    list: userId,
  }),
  'POST /api/admin/announcements': () => ({ texts: { en: 'The list closes on Friday.' } }),
  'POST /api/admin/announcements/preview': () => ({ texts: { hi: 'सूची शुक्रवार को बंद होगी।' } }),
  'POST /api/admin/verifications': () => 'name,phone\nAsha Kumari,9876500001\n',
  'POST /api/admin/held-texts/:id/refusal': () => ({ reason: 'It asked for money' }),
  'POST /api/admin/alerts/:id/removal': () => ({ reason: 'It asked for money' }),
  'POST /api/shares/visits': () => ({ code: INVITATION_CODE }),
  'POST /api/admin/administrators': () => ({
    name: 'Second Head',
    email: 'second@example.com',
    password: NEW_PASSWORD,
  }),
  'PUT /api/admin/users/:id/password': () => ({ newPassword: NEW_PASSWORD }),
};

/** Valid query parameters per route that needs them. */
const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET /api/notices/stop': { token: 'a.b.c' },
  'POST /api/notices/stop': { token: 'a.b.c' },
  'GET /api/requests/demand': { subject: 'Mathematics', classRange: '6-8' },
  'GET /api/requests/prospects': {
    district: 'Gaya',
    desiredDistrict: 'Patna',
    subject: 'Mathematics',
    classRange: '6-8',
  },
};

/** Returns a call of a route (`METHOD /path/:id`) about the owner's data, which would succeed for the owner. */
export function goodCall(route: string, cast: Cast, id = idIn(route, cast.belongings)) {
  const [method = '', path = ''] = route.split(' ');
  const body = bodies[route]?.(cast);
  const query = queries[route];
  return {
    method: method as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: `${path.replace(':id', id).replace(':language', DEFAULT_LANGUAGE).replace(':code', INVITATION_CODE)}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`,
    ...(body === undefined ? {} : { body }),
    ...(typeof body === 'string' ? { headers: { 'content-type': 'text/csv' } } : {}),
  };
}
