import { z } from 'zod';
import { emailSchema, newPasswordSchema } from '../accounts/credentials.ts';
import { takingAliases } from '../accounts/person-aliases.ts';
import {
  accountSchema,
  correctedFieldsSchema,
  namedPersonSchema,
  namedTeacherSchema,
  personSchema,
  postingSchema,
  sessionSchema,
  subjectNameSchema,
} from '../accounts/user.ts';
import {
  ADMIN_REASON_MAXIMUM_LENGTH,
  IMPERSONATION_REASON_MAXIMUM_LENGTH,
  PAIRS_A_PAGE,
} from '../constants.ts';
import { line, searchTextSchema } from '../language/text.ts';
import { sentSmsSchema } from '../notices/sent-sms.ts';
import { refundOrigins, refundStates } from '../payments/payment.ts';
import {
  daySpan,
  listPageSchema,
  numberOr,
  pageQuery,
  paginationSchema,
  trueOrFalseSchema,
} from '../query-parameters.ts';
import { districtNameSchema } from '../reference/place.ts';
import { transferRequestSchema } from '../requests/transfer-request.ts';
import { auditEntrySchema } from './audit-log.ts';
import { seasonStages } from './desk.ts';
import { peopleSort } from './list-columns.ts';
import { officeAgreementSchema } from './office-agreement.ts';
import { operatorSchema } from './operator.ts';

const search = searchTextSchema.optional();

/**
 * Filters and order of a list of teachers. `district` is that of the posting, with `stage` that of the consent or seat; the span is that of
 * joining, or of paying for the list of payers.
 */
const peopleFilters = {
  search: search.describe('Words in name, email, phone and school'),
  district: districtNameSchema
    .optional()
    .describe('District of the posting; with `stage`, the one from which the teacher consented or moves'),
  subject: subjectNameSchema.optional().describe('Subject of the account'),
  isActive: trueOrFalseSchema.optional().describe('True for an active account'),
  isPaid: trueOrFalseSchema.optional().describe('True for an account that has paid'),
  isVerified: trueOrFalseSchema.optional().describe('True for a verified account'),
  stage: z
    .enum(seasonStages, { error: 'field.choice' })
    .optional()
    .describe('Stage in the open season, else the next one, else the latest'),
  ...daySpan,
  sort: peopleSort,
};

/** Query of `GET /admin/users` and `GET /admin/paid-users`. */
export const peopleQuerySchema = z.strictObject({ ...pageQuery, ...peopleFilters });

/** Query of `GET /admin/users.csv`. */
export const peopleDownloadQuerySchema = z.strictObject(peopleFilters);

export type PeopleFilters = z.output<typeof peopleDownloadQuerySchema>;

const place = z.string().nullable();

/** Teacher in a list of a stage of the season who is posted elsewhere by now. */
const elsewhereTeacher = namedTeacherSchema.required().extend({
  district: place,
  currentDistrict: place.describe('The same as `district`'),
  postingBlock: place,
  currentBlock: place.describe('The same as `postingBlock`'),
});

const listedTeacher = z.union([accountSchema, elsewhereTeacher]);

export type ListedTeacher = z.infer<typeof listedTeacher>;

/** `GET /admin/users`: teachers with all fields, as administrators see them. */
export const teacherListSchema = listPageSchema({ users: z.array(listedTeacher) });

export type TeacherList = z.infer<typeof teacherListSchema>;

/** `GET /admin/paid-users`. */
export const peopleListSchema = listPageSchema({
  users: z.array(
    accountSchema.extend({
      refundedAt: z.string().optional().describe('Time of the refund, in the list of payments'),
    }),
  ),
});

export type PeopleList = z.infer<typeof peopleListSchema>;

/** Query of `GET /admin/stats`. */
export const statsQuerySchema = z.strictObject({
  unpaid: trueOrFalseSchema
    .optional()
    .describe('True to also count proposals and agreements with a teacher who has not paid'),
});

/** `GET /admin/stats`. */
export const adminStatsSchema = z
  .strictObject({
    totalUsers: z.int().describe('Number of teachers'),
    activeRequests: z.int(),
    completedTransfers: z
      .int()
      .describe('Teachers who moved, by an agreement or as they declared it themselves'),
    inactiveUsers: z.int(),
    paidUsers: z.int(),
    pendingRequests: z.int(),
    unpaidProposals: z
      .int()
      .optional()
      .describe('Open proposals with a teacher who has not paid, with `unpaid=true`'),
    unpaidAgreements: z
      .int()
      .optional()
      .describe('Agreements under way with a teacher who has not paid, with `unpaid=true`'),
  })
  .meta({ id: 'AdminStats' });

export type AdminStats = z.infer<typeof adminStatsSchema>;

/**
 * Query of `GET /admin/matches`. The span filters by the day on which a pair arose, which is when the later of its
 * two requests was posted.
 */
export const pairsQuerySchema = z.strictObject({
  ...daySpan,
  perfectSearch: search.describe('Words about either teacher of a perfect pair'),
  potentialSearch: search.describe('Words about either teacher of a potential pair'),
  perfectPage: pageQuery.page.describe('Number of the page of perfect pairs, from 1'),
  potentialPage: pageQuery.page.describe('Number of the page of potential pairs, from 1'),
  limit: numberOr(PAIRS_A_PAGE, 100, 'Pairs on a page'),
});

/** Two teachers who can swap places. */
export const perfectPairSchema = z.strictObject({ userA: personSchema, userB: personSchema });

/** The target works where the requestor wants to go, but not the reverse. */
export const potentialPairSchema = z.strictObject({ requestor: personSchema, target: personSchema });

/** `GET /admin/matches`. */
export const pairListsSchema = z
  .strictObject({
    perfectMatches: z.array(perfectPairSchema),
    potentialMatches: z.array(potentialPairSchema),
    perfectPagination: paginationSchema,
    potentialPagination: paginationSchema,
  })
  .meta({ id: 'PairLists' });

export type PairLists = z.infer<typeof pairListsSchema>;

/** `PUT /admin/users/{id}/password`. */
export const passwordResetSchema = z
  .strictObject({ newPassword: newPasswordSchema })
  .meta({ id: 'PasswordReset' });

/** `POST /admin/impersonate/{id}`: the reason is written to the audit log. */
export const impersonationRequestSchema = z
  .strictObject({ reason: line(0, IMPERSONATION_REASON_MAXIMUM_LENGTH).optional() })
  .nullish()
  .meta({ id: 'ImpersonationRequest' });

/** Session of the target teacher, marked with the administrator who impersonates them. */
export const impersonationSchema = sessionSchema
  .extend({ impersonatedBy: namedPersonSchema })
  .meta({ id: 'Impersonation' });

export type Impersonation = z.infer<typeof impersonationSchema>;

/** `GET /admin/users/{id}`: all stored data about one teacher. */
export const personPageSchema = z
  .strictObject({
    user: accountSchema,
    verification: z
      .strictObject({
        at: z.string(),
        how: z.enum(['administrator', 'phone_code']),
        by: z.string().nullable().describe('Name of the administrator who verified the teacher'),
        note: z.string().nullable(),
      })
      .nullable(),
    requests: z.array(transferRequestSchema),
    alertsSent: z.array(
      z.strictObject({
        _id: z.uuid(),
        to: namedTeacherSchema,
        message: z.string(),
        isRead: z.boolean(),
        createdAt: z.string(),
      }),
    ),
    payments: z.array(
      z.strictObject({
        _id: z.uuid(),
        orderId: z.string().nullable(),
        paymentId: z.string().nullable(),
        amount: z.number().describe('Rupees'),
        status: z.enum(['created', 'failed', 'paid', 'refunded']),
        createdAt: z.string(),
        settledAt: z.string().nullable(),
        refunds: z.array(
          z.strictObject({
            state: z.enum(refundStates),
            origin: z.enum(refundOrigins),
            failure: z.string().nullable(),
            askedAt: z.string(),
            settledAt: z.string().nullable(),
          }),
        ),
        canRefund: z.boolean(),
      }),
    ),
    brokenAgreementAt: z
      .string()
      .nullable()
      .describe('Time at which an agreement of the teacher last broke before the papers'),
    sessions: z.array(
      z.strictObject({
        createdAt: z.string(),
        expiresAt: z.string(),
        endedAt: z.string().nullable(),
        impersonator: z.string().nullable(),
      }),
    ),
    agreements: z.array(officeAgreementSchema).describe('Proposals and agreements, newest first'),
    sms: z.array(sentSmsSchema).describe('Sent for the account, newest first'),
    mailBouncedAt: z.string().nullable().describe('Time at which mail to the address came back'),
    consents: z
      .array(
        z.strictObject({
          season: z.string(),
          givenAt: z.string(),
          withdrawnAt: z.string().nullable(),
          sentence: z.string(),
        }),
      )
      .describe('Consents to seasons, latest first'),
    history: z.array(auditEntrySchema).describe('The newest entries of the audit log about this teacher'),
  })
  .meta({ id: 'PersonPage' });

export type PersonPage = z.infer<typeof personPageSchema>;

const reason = line(1, ADMIN_REASON_MAXIMUM_LENGTH);

/** `PUT /admin/users/{id}/toggle-status`: the reason is written to the audit log. */
export const statusToggleSchema = z
  .strictObject({ reason: reason.optional() })
  .nullish()
  .meta({ id: 'StatusToggle' });

/** `PUT /admin/users/{id}/verification`: how the administrator verified the teacher's identity. */
export const newVerificationSchema = z
  .strictObject({ note: line(1, ADMIN_REASON_MAXIMUM_LENGTH) })
  .meta({ id: 'NewVerification' });

/** `PUT /admin/users/{id}`: corrects a teacher's account and records the reason. */
export const personCorrectionSchema = takingAliases(
  correctedFieldsSchema.extend({
    category: correctedFieldsSchema.shape.category.describe('Null: not stated'),
    posting: postingSchema.optional(),
    reason,
  }),
).meta({ id: 'PersonCorrection' });

export type PersonCorrection = z.output<typeof personCorrectionSchema>;

/** `POST /admin/requests/{id}/removal` and `POST /admin/alerts/{id}/removal`: the teacher is notified of the reason. */
export const removalSchema = z.strictObject({ reason }).meta({ id: 'Removal' });

/** `GET /admin/growth`: one row per day with activity, oldest first; income in rupees. */
export const growthSchema = z
  .strictObject({
    days: z.array(
      z.strictObject({
        day: z.string(),
        registrations: z.int(),
        requests: z.int(),
        completed: z.int().describe('Teachers who moved'),
        payments: z.int(),
        income: z.number(),
        invitationVisits: z.int().describe('Visits through invitation links'),
        invitationRegistrations: z.int().describe('Registrations through invitation links'),
        missingVisits: z.int().describe('Visits through links that seek the teacher a ring lacks'),
        missingRegistrations: z.int().describe('Registrations through links that seek a teacher'),
      }),
    ),
  })
  .meta({ id: 'Growth' });

export type Growth = z.infer<typeof growthSchema>;

const PORTAL_URL_MAXIMUM = 300;

/** Public `http` or `https` address, as administrators type it. */
const webAddress = z
  .url({ protocol: /^https?$/, hostname: z.regexes.domain })
  .max(PORTAL_URL_MAXIMUM)
  .describe('Address of the state portal where groups submit their swaps');

/** `PUT /admin/support`: addresses for complaints and of the state portal, and who runs the product. An absent value is unchanged. */
export const supportSettingsSchema = z
  .strictObject({
    supportEmail: emailSchema,
    portalUrl: webAddress.nullable().optional(),
    operator: operatorSchema.optional(),
  })
  .meta({ id: 'SupportSettings' });

export type SupportSettings = z.infer<typeof supportSettingsSchema>;

/** `GET /support`: the addresses, who runs the product, and how passwords can be reset without an administrator. */
export const supportSchema = z
  .strictObject({
    supportEmail: emailSchema,
    portalUrl: webAddress.nullable(),
    operator: operatorSchema,
    sendsPasswordLinks: z.boolean().describe('True if password-reset links are sent by e-mail'),
    sendsPasswordCodes: z.boolean().describe('True if password-reset codes are sent by SMS'),
  })
  .meta({ id: 'Support' });

export type Support = z.infer<typeof supportSchema>;
