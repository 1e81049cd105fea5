import {
  blockListSchema,
  contactPatternsSchema,
  contactViewsSchema,
} from '@mutual-transfer/domain/accounts/contact-views';
import { phoneCodeSentSchema } from '@mutual-transfer/domain/accounts/phone-code';
import { captchaSchema } from '@mutual-transfer/domain/accounts/security-check';
import { accountSchema, sessionSchema } from '@mutual-transfer/domain/accounts/user';
import {
  adminStatsSchema,
  growthSchema,
  impersonationSchema,
  pairListsSchema,
  peopleListSchema,
  personPageSchema,
  teacherListSchema,
} from '@mutual-transfer/domain/administration/administration';
import { auditListSchema } from '@mutual-transfer/domain/administration/audit-log';
import { deskSchema } from '@mutual-transfer/domain/administration/desk';
import {
  agreementFileSchema,
  officeAgreementListSchema,
} from '@mutual-transfer/domain/administration/office-agreement';
import {
  heldTextListSchema,
  undeliveredListSchema,
  waitingSchema,
} from '@mutual-transfer/domain/administration/open-work';
import { reportListSchema } from '@mutual-transfer/domain/administration/report';
import { agreementListSchema, agreementSchema } from '@mutual-transfer/domain/agreements/agreement';
import { roundDetailsSchema, roundListSchema } from '@mutual-transfer/domain/agreements/round';
import { dashboardSchema, meSchema } from '@mutual-transfer/domain/dashboard';
import { reachSchema } from '@mutual-transfer/domain/matching/demand';
import { createdRequestSchema, matchListSchema } from '@mutual-transfer/domain/matching/match';
import { planBoardSchema, planSchema } from '@mutual-transfer/domain/matching/plan';
import { ruleHistorySchema } from '@mutual-transfer/domain/matching/policy-rules';
import { ringAdviceSchema, ringListSchema } from '@mutual-transfer/domain/matching/ring';
import { alertListSchema, sentAlertListSchema } from '@mutual-transfer/domain/notices/alert';
import {
  paymentOrderSchema,
  paymentReceiptSchema,
  paymentStatusSchema,
} from '@mutual-transfer/domain/payments/payment';
import { requestListSchema, transferRequestSchema } from '@mutual-transfer/domain/requests/transfer-request';
import { consentListSchema } from '@mutual-transfer/domain/seasons/consent';
import { exclusionListSchema } from '@mutual-transfer/domain/seasons/exclusion';
import { objectionListSchema } from '@mutual-transfer/domain/seasons/objection';
import {
  adminSeasonSchema,
  currentSeasonSchema,
  mySeasonResultSchema,
  seasonResultsSchema,
} from '@mutual-transfer/domain/seasons/season';
import type { z } from 'zod';

/**
 * Schemas of the successful answers that tests read. `test.call` finds the type of an answer here by the method and the address of the
 * call; answers.test.ts compares them with the routes.
 */
export const answers = {
  'GET /api/admin/agreements': officeAgreementListSchema,
  'GET /api/admin/agreements/:id': agreementFileSchema,
  'POST /api/admin/agreements/:id/deadline': agreementFileSchema,
  'POST /api/admin/agreements/:id/end': agreementFileSchema,
  'POST /api/admin/agreements/:id/joining': agreementFileSchema,
  'POST /api/admin/agreements/:id/order': agreementFileSchema,
  'POST /api/admin/agreements/:id/scrutiny': agreementFileSchema,
  'DELETE /api/admin/agreements/:id/steps/last': agreementFileSchema,
  'GET /api/admin/audit': auditListSchema,
  'GET /api/admin/contact-patterns': contactPatternsSchema,
  'GET /api/admin/consents': consentListSchema,
  'GET /api/admin/desk': deskSchema,
  'GET /api/admin/exclusions': exclusionListSchema,
  'GET /api/admin/objections': objectionListSchema,
  'GET /api/admin/growth': growthSchema,
  'GET /api/admin/held-texts': heldTextListSchema,
  'POST /api/admin/impersonate/:id': impersonationSchema,
  'GET /api/admin/matches': pairListsSchema,
  'GET /api/admin/paid-users': peopleListSchema,
  'GET /api/admin/plans': planBoardSchema,
  'POST /api/admin/plans': planSchema,
  'GET /api/admin/plans/:id': planSchema,
  'GET /api/admin/reports': reportListSchema,
  'GET /api/admin/rounds': roundListSchema,
  'POST /api/admin/rounds': roundDetailsSchema,
  'GET /api/admin/rounds/:id': roundDetailsSchema,
  'GET /api/admin/rules': ruleHistorySchema,
  'POST /api/admin/seasons': adminSeasonSchema,
  'GET /api/admin/seasons/:id': adminSeasonSchema,
  'GET /api/admin/seasons/:id/results': seasonResultsSchema,
  'GET /api/admin/stats': adminStatsSchema,
  'GET /api/admin/undelivered': undeliveredListSchema,
  'GET /api/admin/users': teacherListSchema,
  'GET /api/admin/users/:id': personPageSchema,
  'GET /api/admin/waiting': waitingSchema,
  'GET /api/agreements': agreementListSchema,
  'POST /api/agreements': agreementSchema,
  'GET /api/agreements/:id': agreementSchema,
  'POST /api/agreements/:id/answer': agreementSchema,
  'POST /api/agreements/:id/steps': agreementSchema,
  'GET /api/alerts': alertListSchema,
  'GET /api/alerts/sent': sentAlertListSchema,
  'GET /api/auth/captcha': captchaSchema,
  'GET /api/auth/contact-views': contactViewsSchema,
  'POST /api/auth/login': sessionSchema,
  'POST /api/auth/phone-codes': phoneCodeSentSchema,
  'GET /api/auth/profile': accountSchema,
  'PUT /api/auth/profile': accountSchema,
  'POST /api/auth/register': sessionSchema,
  'GET /api/blocks': blockListSchema,
  'GET /api/dashboard': dashboardSchema,
  'GET /api/me': meSchema,
  'POST /api/payment/create-order': paymentOrderSchema,
  'GET /api/payment/receipt': paymentReceiptSchema,
  'GET /api/payment/status': paymentStatusSchema,
  'GET /api/requests': requestListSchema,
  'POST /api/requests': createdRequestSchema,
  'GET /api/requests/:id': transferRequestSchema,
  'GET /api/requests/:id/advice': ringAdviceSchema,
  'GET /api/requests/:id/matches': matchListSchema,
  'GET /api/requests/:id/reach': reachSchema,
  'GET /api/requests/:id/rings': ringListSchema,
  'GET /api/requests/my': requestListSchema,
  'GET /api/requests/public': requestListSchema,
  'GET /api/seasons/:id/my-result': mySeasonResultSchema,
  'GET /api/seasons/:id/results': seasonResultsSchema,
  'GET /api/seasons/current': currentSeasonSchema,
} as const;

type Route = keyof typeof answers;

type Segments<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? [Head, ...Segments<Tail>]
  : [Path];

type WithoutQuery<Url extends string> = Url extends `${infer Path}?${string}` ? Path : Url;

/** `:id` stands for a value that only the run of the test knows, so that `/requests/my` is no request. */
type Fits<Url, Pattern> = Url extends [infer Segment, ...infer Others]
  ? Pattern extends [infer Name, ...infer Names]
    ? Segment extends Name
      ? Fits<Others, Names>
      : [string, Name] extends [Segment, `:${string}`]
        ? Fits<Others, Names>
        : false
    : false
  : Pattern extends []
    ? true
    : false;

type RouteOf<Method extends string, Url extends string> = {
  [Name in Route]: Name extends `${Method} ${infer Path}`
    ? Fits<Segments<WithoutQuery<Url>>, Segments<Path>> extends true
      ? Name
      : never
    : never;
}[Route];

/** Type of the successful answer of a call, `any` for calls that the table lacks. */
export type AnswerOf<Method extends string, Url extends string> = [RouteOf<Method, Url>] extends [never]
  ? // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects, and fails where it errs.
    any
  : z.output<(typeof answers)[RouteOf<Method, Url>]>;
