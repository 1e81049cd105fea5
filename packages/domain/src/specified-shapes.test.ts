import { expect, it } from 'vitest';
import { captchaSchema } from './accounts/security-check.ts';
import { accountSchema, personSchema, registrationSchema, sessionSchema } from './accounts/user.ts';
import {
  adminStatsSchema,
  pairListsSchema,
  perfectPairSchema,
  potentialPairSchema,
} from './administration/administration.ts';
import { matchSchema } from './matching/match.ts';
import { alertSchema } from './notices/alert.ts';
import { paymentOrderSchema, paymentSettingsSchema, paymentStatusSchema } from './payments/payment.ts';
import { paginationSchema } from './query-parameters.ts';
import { transferRequestSchema } from './requests/transfer-request.ts';
import { goodRegistration } from './testing/good-registration.ts';

const posting = ['district', 'currentDistrict', 'postingBlock', 'currentBlock'];
const teaching = ['desiredDistrict', 'desiredBlock', 'subject', 'classRange'];
const personal = ['name', 'email', 'phone', 'mobile', 'schoolName', ...posting, ...teaching];
const required = ['role', 'isActive', 'createdAt', 'paymentAmount', 'paymentDate', 'isPaid'];

/** Fields of section 3 of the specification, by the schema that has them on the wire. */
it.each([
  ['user', accountSchema, ['_id', ...personal, 'state', ...required]],
  ['person', personSchema, personal],
  ['session', sessionSchema, ['token', 'user']],
  ['captcha', captchaSchema, ['token', 'question']],
  [
    'request',
    transferRequestSchema,
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
  ['match', matchSchema, ['user', 'matchScore', 'isPerfectMatch', 'matchCriteria', 'hasActiveRequest']],
  ['alert', alertSchema, ['_id', 'fromUser', 'message', 'isRead', 'isHiddenForRecipient', 'createdAt']],
  ['payment settings', paymentSettingsSchema, ['isPaymentRequired', 'paymentAmount']],
  ['payment status', paymentStatusSchema, ['isPaymentRequired', 'isPaid']],
  ['order', paymentOrderSchema, ['orderId', 'amount', 'currency', 'key']],
  ['statistics', adminStatsSchema, ['totalUsers', 'activeRequests', 'completedTransfers']],
  ['lists of pairs', pairListsSchema, ['perfectMatches', 'potentialMatches']],
  ['perfect pair', perfectPairSchema, ['userA', 'userB']],
  ['potential pair', potentialPairSchema, ['requestor', 'target']],
  ['pagination', paginationSchema, ['page', 'limit', 'total', 'pages']],
] as const)('%s has the fields of the specification', (_name, shape, fields) => {
  expect(Object.keys(shape.shape)).toEqual(expect.arrayContaining([...fields]));
});

it('a registration is what the form sends', () => {
  expect(registrationSchema.safeParse(goodRegistration).error?.issues ?? []).toEqual([]);
  for (const field of Object.keys(goodRegistration)) {
    const { [field as 'name']: _left, ...rest } = goodRegistration;
    expect(registrationSchema.safeParse(rest).success, field).toBe(false);
  }
});
