import { captcha as captchaShape } from '@mutual-transfer/domain/accounts/credentials';
import { privacyChange, privacySettings } from '@mutual-transfer/domain/accounts/privacy';
import {
  type Account,
  account as accountShape,
  login,
  type Person,
  person,
  registration as registrationShape,
  session,
} from '@mutual-transfer/domain/accounts/user';
import {
  createdRequest as createdRequestShape,
  type Match,
  type MatchList,
  matchList as matchListShape,
  match as matchShape,
} from '@mutual-transfer/domain/matching/match';
import {
  type Alert,
  type AlertList,
  alertList as alertListShape,
  alert as alertShape,
  newAlert,
} from '@mutual-transfer/domain/notices/alert';
import { type Pagination, pagination as paginationShape } from '@mutual-transfer/domain/pagination';
import {
  checkoutResult,
  type PaymentOrder,
  type PaymentReceipt,
  paymentOrder as paymentOrderShape,
  paymentReceipt as paymentReceiptShape,
  paymentSettings,
  paymentStatus,
} from '@mutual-transfer/domain/payments/payment';
import { confirmation, problem } from '@mutual-transfer/domain/problem';
import {
  newTransferRequest,
  type RequestList,
  requestEdit,
  requestList as requestListShape,
  statusChange,
  type TransferRequest,
  transferRequest,
} from '@mutual-transfer/domain/requests/transfer-request';
import type { z } from 'zod';

/** Example of a schema in the API description. */
export interface Example {
  readonly shape: z.ZodType;
  readonly value: unknown;
}

function exampleOf<Shape extends z.ZodType>(shape: Shape, value: z.input<Shape>): Example {
  return { shape, value };
}

const nothingHidden = { hideName: false, hidePhone: false, hideEmail: false, hideSchoolName: false };
const schoolHidden = { ...nothingHidden, hideSchoolName: true };

const teaching = { subject: 'Mathematics', classRange: '6-8' } as const;
const ashasPlace = {
  district: 'Gaya',
  currentDistrict: 'Gaya',
  postingBlock: 'Bodh Gaya',
  currentBlock: 'Bodh Gaya',
};
const ashasWish = { desiredDistrict: 'Patna', desiredBlock: 'Danapur' };

const account: Account = {
  _id: '01980000-0000-7000-8000-000000000001',
  name: 'Asha Kumari',
  email: 'asha.kumari@example.com',
  phone: '9876500001',
  mobile: '9876500001',
  ...ashasPlace,
  schoolName: 'Rajkiya Madhya Vidyalaya, Bodh Gaya',
  ...ashasWish,
  state: 'Bihar',
  ...teaching,
  category: 'school',
  recruitmentBatch: 'TRE 1',
  joinedOn: '2021-07-01',
  teacherId: 'BR-2021-004512',
  designation: 'Vidyalaya Adhyapak',
  privacySettings: nothingHidden,
  isVerified: true,
  role: 'teacher',
  isActive: true,
  isPaid: true,
  paymentAmount: 10,
  paymentDate: '2026-06-15T06:30:00.000Z',
  createdAt: '2026-06-14T05:10:00.000Z',
};

const asha: Person = {
  _id: account._id,
  name: account.name,
  email: account.email,
  phone: '9876500001',
  mobile: '9876500001',
  ...ashasPlace,
  schoolName: 'Rajkiya Madhya Vidyalaya, Bodh Gaya',
  ...ashasWish,
  ...teaching,
  isVerified: true,
};

const ravi: Person = {
  _id: '01980000-0000-7000-8000-000000000002',
  name: 'Ravi Ranjan',
  email: 'ravi.ranjan@example.com',
  phone: '9876500002',
  mobile: '9876500002',
  district: 'Patna',
  currentDistrict: 'Patna',
  postingBlock: 'Danapur',
  currentBlock: 'Danapur',
  schoolName: 'Hidden',
  desiredDistrict: 'Gaya',
  desiredBlock: 'Bodh Gaya',
  ...teaching,
  isVerified: false,
};

const pagination: Pagination = { page: 1, limit: 10, total: 1, pages: 1, totalIsExact: true };

const request: TransferRequest = {
  _id: '01980000-0000-7000-8000-00000000000a',
  user: asha,
  ...ashasWish,
  ...teaching,
  reason: 'My parents live in Danapur and need care.',
  urgency: 'high',
  additionalInfo: 'I can join at the end of the term.',
  contactPreference: 'phone',
  status: 'active',
  privacySettings: nothingHidden,
  createdAt: '2026-06-15T07:00:00.000Z',
  expiresAt: '2026-12-12T07:00:00.000Z',
};

const match: Match = {
  user: ravi,
  matchScore: 100,
  isPerfectMatch: true,
  matchCriteria: ['Same subject: Mathematics', 'Same class level: 6-8 Upper Primary'],
  criteria: [
    { code: 'subject', value: 'Mathematics' },
    { code: 'classRange', value: '6-8' },
  ],
  hasActiveRequest: true,
  requests: [request._id, '01980000-0000-7000-8000-00000000000b'],
  distanceKm: 90,
  isInvitable: false,
};

const alert: Alert = {
  _id: '01980000-0000-7000-8000-00000000000c',
  fromUser: ravi,
  kind: 'message',
  message: 'Shall we swap our places?',
  isRead: false,
  isHiddenForRecipient: false,
  createdAt: '2026-06-15T08:00:00.000Z',
};

const captcha = { token: '6b0f5d3c-8f0e-4a55-9a53-6a2a54f1f2b7', question: 'What is 7 + 5?' };
const answeredCaptcha = { captchaToken: captcha.token, captchaAnswer: '12' };

const registration = {
  name: account.name,
  email: account.email,
  password: 'a quiet mango orchard',
  confirmPassword: 'a quiet mango orchard',
  phone: '9876500001',
  schoolName: asha.schoolName,
  district: asha.district,
  postingBlock: asha.postingBlock,
  ...ashasWish,
  state: 'Bihar',
  ...teaching,
  ...answeredCaptcha,
};

const paymentOrder: PaymentOrder = {
  orderId: 'order_NqXkq2uC3vY0aZ',
  amount: 1_000,
  currency: 'INR',
  key: 'rzp_live_0123456789',
  provider: 'razorpay',
};

const paymentReceipt: PaymentReceipt = {
  number: 'MT-000042',
  paidAt: '2026-06-15T06:30:00.000Z',
  amount: 10,
  currency: 'INR',
  orderId: paymentOrder.orderId,
  paymentId: 'pay_NqXmB0c1D2e3F4',
  payer: account.name,
  payee: 'Mutual Transfer',
};

const requestList: RequestList = { requests: [request], pagination };
const matchList: MatchList = { matches: [match], total: 1, perfect: 1, wantsYourPlace: 0, pagination };
const alertList: AlertList = { data: { alerts: [alert], pagination } };

export const examples: readonly Example[] = [
  exampleOf(registrationShape, registration),
  exampleOf(captchaShape, captcha),
  exampleOf(login, { email: account.email, password: registration.password, ...answeredCaptcha }),
  exampleOf(session, { token: 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJhIn0.c2lnbmF0dXJl', user: account }),
  exampleOf(accountShape, account),
  exampleOf(person, asha),
  exampleOf(privacySettings, schoolHidden),
  exampleOf(privacyChange, { privacySettings: schoolHidden }),
  exampleOf(newTransferRequest, {
    ...ashasWish,
    ...teaching,
    reason: request.reason,
    urgency: 'high',
    contactPreference: 'phone',
    additionalInfo: 'I can join at the end of the term.',
    privacySettings: schoolHidden,
  }),
  exampleOf(transferRequest, request),
  exampleOf(createdRequestShape, {
    data: { request, matches: [match], total: 1, perfect: 1, wantsYourPlace: 0, alsoPosted: [] },
  }),
  exampleOf(requestEdit, { reason: request.reason, urgency: 'medium' }),
  exampleOf(statusChange, {
    status: 'completed',
    newPosting: { district: 'Patna', postingBlock: 'Danapur' },
  }),
  exampleOf(requestListShape, requestList),
  exampleOf(paginationShape, pagination),
  exampleOf(matchShape, match),
  exampleOf(matchListShape, matchList),
  exampleOf(newAlert, { message: alert.message }),
  exampleOf(alertShape, alert),
  exampleOf(alertListShape, alertList),
  exampleOf(paymentSettings, { isPaymentRequired: true, paymentAmount: 10 }),
  exampleOf(paymentStatus, { isPaymentRequired: true, isPaid: false }),
  exampleOf(paymentOrderShape, paymentOrder),
  exampleOf(checkoutResult, {
    razorpay_order_id: paymentOrder.orderId,
    razorpay_payment_id: paymentReceipt.paymentId,
    razorpay_signature: '9c1f0b6e0c5d4a7f8e2b3a1d6c5e4f7a8b9c0d1e2f3a4b5c6d7e8f9a0b1c2d3e',
  }),
  exampleOf(paymentReceiptShape, paymentReceipt),
  exampleOf(confirmation, { message: 'Alert sent successfully' }),
  exampleOf(problem, {
    message: 'Please check the marked fields.',
    code: 'validation_failed',
    requestId: '2f1c7a52-52f7-4b8e-9d53-0a1c2b3d4e5f',
    fields: { desiredBlock: 'There is no such block in this district.' },
  }),
];
