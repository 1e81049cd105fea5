import { expect, it } from 'vitest';
import { captcha } from './accounts/credentials.ts';
import { account, person, registration, session } from './accounts/user.ts';
import { adminStats, pairLists, perfectPair, potentialPair } from './administration/administration.ts';
import { match } from './matching/match.ts';
import { alert } from './notices/alert.ts';
import { paymentOrder, paymentSettings, paymentStatus } from './payments/payment.ts';
import { pagination } from './query-parameters.ts';
import { transferRequest } from './requests/transfer-request.ts';
import { goodRegistration } from './testing/good-registration.ts';

const posting = ['district', 'currentDistrict', 'postingBlock', 'currentBlock'];
const teaching = ['desiredDistrict', 'desiredBlock', 'subject', 'classRange'];
const personal = ['name', 'email', 'phone', 'mobile', 'schoolName', ...posting, ...teaching];
const required = ['role', 'isActive', 'createdAt', 'paymentAmount', 'paymentDate', 'isPaid'];

/** Fields of section 3 of the specification, by the schema that has them on the wire. */
it.each([
  ['user', account, ['_id', ...personal, 'state', ...required]],
  ['person', person, personal],
  ['session', session, ['token', 'user']],
  ['captcha', captcha, ['token', 'question']],
  [
    'request',
    transferRequest,
    [
      '_id',
      'user',
      ...teaching,
      'reason',
      'urgency',
      'additionalInfo',
      'contactPreference',
      'status',
      'privacySettings',
      'createdAt',
    ],
  ],
  ['match', match, ['user', 'matchScore', 'isPerfectMatch', 'matchCriteria', 'hasActiveRequest']],
  ['alert', alert, ['_id', 'fromUser', 'message', 'isRead', 'isHiddenForRecipient', 'createdAt']],
  ['payment settings', paymentSettings, ['isPaymentRequired', 'paymentAmount']],
  ['payment status', paymentStatus, ['isPaymentRequired', 'isPaid']],
  ['order', paymentOrder, ['orderId', 'amount', 'currency', 'key']],
  ['statistics', adminStats, ['totalUsers', 'activeRequests', 'completedTransfers']],
  ['lists of pairs', pairLists, ['perfectMatches', 'potentialMatches']],
  ['perfect pair', perfectPair, ['userA', 'userB']],
  ['potential pair', potentialPair, ['requestor', 'target']],
  ['pagination', pagination, ['page', 'limit', 'total', 'pages']],
] as const)('%s has the fields of the specification', (_name, shape, fields) => {
  expect(Object.keys(shape.shape)).toEqual(expect.arrayContaining([...fields]));
});

it('a registration is what the form sends', () => {
  expect(registration.safeParse(goodRegistration).error?.issues ?? []).toEqual([]);
  for (const field of Object.keys(goodRegistration)) {
    const { [field as 'name']: _left, ...rest } = goodRegistration;
    expect(registration.safeParse(rest).success, field).toBe(false);
  }
});
