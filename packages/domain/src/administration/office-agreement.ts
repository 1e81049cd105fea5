import { z } from 'zod';
import { namedPersonSchema, namedTeacherSchema, subjectNameSchema } from '../accounts/user.ts';
import { JOINING_DAYS, LARGEST_POSSIBLE_GROUP } from '../agreements/agreement-rules.ts';
import {
  agreementStates,
  endReasons,
  memberAnswers,
  movingSteps,
  portalSteps,
} from '../agreements/agreement-steps.ts';
import { ADMIN_REASON_MAXIMUM_LENGTH, OFFICE_MAXIMUM_LENGTH } from '../constants.ts';
import { yearsAfter } from '../language/date-time.ts';
import { line, searchTextSchema } from '../language/text.ts';
import { daySpan, isPlausible, listPageSchema, pageQuery } from '../query-parameters.ts';
import { districtNameSchema } from '../reference/place.ts';
import { importedFileSchema, lineMarks, unreadableLines } from './imports.ts';
import { agreementSort } from './list-columns.ts';

/**
 * Returns true for a day of an order or a joining more than a year from today, whose year is probably mistyped. Nearer days are accepted
 * as the papers of the office state them: an order may be older than the agreement, or take effect later. Days are `YYYY-MM-DD`.
 */
export function isFarDay(day: string, today: string): boolean {
  return day > yearsAfter(today, 1) || day < yearsAfter(today, -1);
}

// This file is long because each answer and each change of the office's agreements has its shape here.

const wrongDay = ({ input }: { input?: unknown }) =>
  input === undefined || input === '' ? 'day.required' : 'field.invalid';
export const orderDaySchema = z.iso.date({ error: wrongDay });
/** A day in India's time, or a moment. */
const dayOrMoment = z
  .union([orderDaySchema, z.iso.datetime({ offset: true })], { error: wrongDay })
  .refine(isPlausible, { error: 'field.invalid' });

/** Work of an office on agreements, the most urgent first. */
export const agreementTasks = ['withoutOrder', 'notJoined', 'factsChanged'] as const;

export type AgreementTask = (typeof agreementTasks)[number];

/** Maximum number of agreements that a list or file names by their ids. */
const MOST_IDS = 200;
const UUID_LENGTH = 36;

/** States of an agreement as an office counts its work: under way, it is `ordered` once an order names every member that the office sees. */
const [proposed, agreed, inProgress, ...over] = agreementStates;
export const officeStates = [proposed, agreed, inProgress, 'ordered', ...over] as const;

export type OfficeState = (typeof officeStates)[number];

const agreementFilters = {
  state: z
    .enum(officeStates, { error: 'field.choice' })
    .optional()
    .describe('State of the agreement; `in_progress`: under way, with a member without an order'),
  district: districtNameSchema.optional().describe('District of the posting of any member'),
  subject: subjectNameSchema.optional().describe('Subject of its members'),
  round: z.uuid({ error: 'field.invalid' }).optional().describe('Id of the round that proposed it'),
  ...daySpan,
  due: dayOrMoment
    .optional()
    .describe(
      'Agreements under way whose deadline is before this day or moment; for a district administrator, before the day of that moment',
    ),
  joined: z
    .enum(['none', 'some', 'all'], { error: 'field.choice' })
    .optional()
    .describe('Agreements of which no members, some but not all, or all members have joined'),
  task: z
    .enum(agreementTasks, { error: 'field.choice' })
    .optional()
    .describe(
      `Work on members in the administrator’s districts. \`withoutOrder\`: one of them has no order, and the administrator records it; \`notJoined\`: ordered more than ${JOINING_DAYS} days ago and not joined; \`factsChanged\`: posting, subject or level is no longer that of the agreement`,
    ),
  ids: z
    .string()
    .max(MOST_IDS * (UUID_LENGTH + 1), { error: 'field.invalid' })
    .refine((text) => text.split(',').every((id) => z.uuid().safeParse(id).success), {
      error: 'field.invalid',
    })
    .optional()
    .describe('Only these agreements, by their ids with commas between them'),
  search: searchTextSchema
    .optional()
    .describe(
      'Words in the names, emails, phones and schools of members, or the number of an agreement or order',
    ),
  sort: agreementSort,
};

/** Query of `GET /admin/agreements`. The span filters by the day of the proposal. */
export const officeAgreementQuerySchema = z.strictObject({ ...pageQuery, ...agreementFilters });

/** Query of `GET /admin/agreements.csv` and of the papers. */
export const officeDownloadQuerySchema = z.strictObject(agreementFilters);

export type AgreementFilters = z.output<typeof officeDownloadQuerySchema>;

const listedMember = z.strictObject({
  seat: z.int().describe('From 1; each takes the place of the next, the last that of the first'),
  teacher: namedTeacherSchema.nullable().describe('Null: the account is erased'),
  district: z.string(),
  block: z.string(),
  answer: z.enum(memberAnswers),
  isSilent: z
    .boolean()
    .describe('The season said yes: the member consented before the plan and did not object'),
  isProposer: z.boolean(),
  steps: z.array(z.strictObject({ step: z.enum(portalSteps), at: z.string() })),
});

const listed = {
  _id: z.uuid(),
  number: z.string().describe('Number of the agreement, as papers and files have it'),
  state: z.enum(agreementStates),
  officeState: z
    .enum(officeStates)
    .describe('The state, or `ordered` if every member in the districts of the administrator has an order'),
  source: z.enum(['teacher', 'round']),
  round: z.uuid().nullable(),
  size: z.int(),
  subject: z.string(),
  classRange: z.string(),
  category: z.string().nullable(),
  createdAt: z.string(),
  deadline: z.string().nullable().describe('Deadline of the next step; null once the agreement has ended'),
  agreedAt: z
    .string()
    .nullable()
    .describe(
      'If a member is posted outside the administrator’s districts, this and all other times except the proposal’s are rounded down to the start of the day',
    ),
  submittedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  reason: z.enum(endReasons).nullable().describe('Reason for an end that moved no member'),
  hasScrutiny: z.boolean().describe('The season asks for a scrutiny before the order'),
  joined: z
    .int()
    .describe(
      'Members who have joined; those outside the administrator’s districts count once the agreement is completed',
    ),
};

export const officeAgreementSchema = z
  .strictObject({
    ...listed,
    members: z.array(listedMember),
    isOrderedElsewhere: z.boolean().describe('Another office records orders about it'),
  })
  .meta({ id: 'OfficeAgreement' });

export type OfficeAgreement = z.infer<typeof officeAgreementSchema>;

/** `GET /admin/agreements`. */
export const officeAgreementListSchema = listPageSchema({ agreements: z.array(officeAgreementSchema) });

export type OfficeAgreementList = z.infer<typeof officeAgreementListSchema>;

/** Order of the department about members of an agreement. */
const transferOrder = z
  .strictObject({
    _id: z.uuid(),
    number: z.string(),
    date: z.string(),
    authority: z.string().nullable(),
    office: z.string().nullable(),
    code: z.string().describe('Printed code; `GET /orders/{code}` says whether it is valid'),
    seats: z.array(z.int()).describe('Seats of the members that it names'),
    recordedAt: z.string(),
    recordedBy: z.string().nullable(),
    withdrawnAt: z.string().nullable(),
    canWithdraw: z.boolean().describe('The administrator may withdraw it now'),
  })
  .meta({ id: 'TransferOrder' });

export type TransferOrder = z.infer<typeof transferOrder>;

const roomMember = listedMember.extend({
  phone: z.string().nullable(),
  mobile: z.string().nullable().describe('The same as `phone`'),
  email: z.string().nullable(),
  schoolName: z.string().nullable(),
  category: z.string().nullable(),
  takesPlaceOf: z.int().describe('Seat of the member whose place this one takes'),
  answeredAt: z.string().nullable(),
  relievedOn: z.string().nullable().describe('Day of relieving that the office recorded'),
  joinedOn: z.string().nullable().describe('Day of joining that the office recorded'),
  recordMovedAt: z
    .string()
    .nullable()
    .describe('Time at which the service record was moved (portal, payroll)'),
  canRecord: z.array(z.enum(movingSteps)).describe('Steps that the administrator records or corrects'),
  canTakeBack: z.array(z.enum(movingSteps)).describe('Steps that the administrator may take back now'),
  scrutinisedAt: z
    .string()
    .nullable()
    .describe('Time at which an office found nothing against the order; null for a member elsewhere'),
  factsNow: z
    .strictObject({
      district: z.string().nullable(),
      block: z.string().nullable(),
      subject: z.string().nullable(),
      classRange: z.string().nullable(),
    })
    .nullable()
    .describe('Facts of the account, if they differ from those on which the agreement rests'),
  canScrutinise: z.boolean().describe('The administrator scrutinises the member now'),
});

/** Kinds of rows of an agreement's history, in the order in which one call writes them at the same time. */
export const historyKinds = [
  'proposed',
  'yes',
  'no',
  'silence',
  'leave',
  'agreed',
  'submitted',
  'otp',
  'ordered',
  'relieved',
  'joined',
  'record_moved',
  'completed',
  'extended',
  'undone',
  'end',
] as const;

/** Row of an agreement's history. */
const happening = z.strictObject({
  kind: z.enum(historyKinds),
  at: z.string(),
  member: namedPersonSchema.nullable(),
  administrator: z.string().nullable().describe('Recorded by this administrator'),
  reason: z.enum(endReasons).nullable(),
  words: z.string().nullable().describe('Text of the member, or the administrator’s reason'),
  concerns: z.enum(portalSteps).nullable().describe('The step that was undone'),
  isTakenBack: z.boolean().describe('True for a step that the office undid later, so that it has no effect'),
});

/** `GET /admin/agreements/{id}`. */
export const agreementFileSchema = z
  .strictObject({
    ...listed,
    members: z.array(roomMember),
    endedBy: namedTeacherSchema.nullable(),
    waitsUntil: z.string().nullable(),
    orders: z.array(transferOrder),
    hasUnseenOrder: z
      .boolean()
      .describe('The end of the group would make an order invalid that names only members elsewhere'),
    history: z.array(happening).describe('Oldest first'),
    papers: z.array(z.string()).describe('Addresses of the papers that can be printed now'),
    can: z
      .strictObject({
        deadline: z.boolean(),
        end: z.boolean(),
        order: z.boolean(),
        orderSeats: z.array(z.int()).describe('Seats that the administrator may name in an order'),
        undo: z
          .strictObject({
            id: z.uuid(),
            step: z.enum(portalSteps),
            members: z.array(z.string()).describe('Names of its members in the administrator’s districts'),
            postingStays: z
              .array(z.string())
              .optional()
              .describe(
                'Those of them who joined and whose posting does not change back: none is stored that they left, or they have changed it since',
              ),
          })
          .nullable()
          .describe('The step that would be undone'),
      })
      .describe('Actions that the administrator may take now'),
  })
  .meta({ id: 'AgreementFile' });

export type AgreementFile = z.infer<typeof agreementFileSchema>;

const reason = line(1, ADMIN_REASON_MAXIMUM_LENGTH);

/**
 * What an office ends: this combination, which is not proposed again in the season; a teacher's part in the season; or that of all members.
 */
export const endScopes = ['combination', 'teacher', 'all'] as const;

/** `POST /admin/agreements/{id}/end`. */
export const agreementEndSchema = z
  .strictObject({
    scope: z
      .enum(endScopes, { error: 'field.choice' })
      .describe(
        '`combination`: this group is not proposed again in the season, and its members receive the reason. `teacher`, `all`: the teacher, or every member, is out of the season; only they receive the reason',
      ),
    user: z
      .uuid({ error: 'field.invalid' })
      .optional()
      .describe('The teacher who is out of the season, for the scope `teacher`'),
    reason,
  })
  .superRefine(({ scope, user }, context) => {
    if ((scope === 'teacher') === (user !== undefined)) return;
    context.addIssue({ code: 'custom', path: ['user'], message: user ? 'field.invalid' : 'field.required' });
  })
  .meta({ id: 'AgreementEnd' });

export type AgreementEnd = z.output<typeof agreementEndSchema>;

/** Results of a scrutiny before the order. An objection takes the teacher out of the season; `taken_back` removes the tick of `passed`. */
export const scrutinyResults = ['passed', 'objected', 'taken_back'] as const;

/** `POST /admin/agreements/{id}/scrutiny`. */
export const scrutinySchema = z
  .strictObject({
    user: z
      .uuid({ error: 'field.invalid' })
      .optional()
      .describe('Without it, `passed` ticks every member in the districts of the administrator'),
    result: z.enum(scrutinyResults, { error: 'field.choice' }),
    reason: reason.describe(
      'What was looked at, for the audit log; the reason of an objection is read by the teacher too',
    ),
  })
  .refine(({ user, result }) => user !== undefined || result === 'passed', {
    path: ['user'],
    error: 'field.required',
  })
  .meta({ id: 'Scrutiny' });

export type Scrutiny = z.output<typeof scrutinySchema>;

/** `DELETE /admin/agreements/{id}/steps/last`. */
export const undoingSchema = z
  .strictObject({
    reason,
    step: z
      .uuid({ error: 'field.invalid' })
      .optional()
      .describe('Id of the step to undo; refused if another step is the last one'),
    order: z.uuid({ error: 'field.invalid' }).optional().describe('Id of the order to withdraw'),
    seat: z.int().min(1).optional().describe('Seat of the member whose joining or relieving is taken back'),
    moving: z
      .enum(movingSteps)
      .optional()
      .describe('What is taken back of the member on `seat`; `joined` if it is not stated'),
  })
  .refine(
    ({ reason: _reason, moving: _moving, ...what }) =>
      Object.values(what).filter((one) => one !== undefined).length <= 1,
    { error: 'field.invalid', path: ['step'] },
  )
  .refine(({ seat, moving }) => seat !== undefined || moving === undefined, {
    error: 'field.invalid',
    path: ['moving'],
  })
  .meta({ id: 'Undoing' });

/** `POST /admin/agreements/{id}/deadline`. */
export const newDeadlineSchema = z
  .strictObject({ deadline: dayOrMoment.describe('The end of a day in India’s time, or a moment'), reason })
  .meta({ id: 'NewDeadline' });

const ORDER_NUMBER_MAXIMUM_LENGTH = 80;
export const orderNumberSchema = line(1, ORDER_NUMBER_MAXIMUM_LENGTH);
const officeName = line(0, OFFICE_MAXIMUM_LENGTH);
const members = z
  .array(z.uuid({ error: 'field.invalid' }))
  .min(1, { error: 'field.invalid' })
  .max(LARGEST_POSSIBLE_GROUP, { error: 'field.invalid' });

/** `POST /admin/agreements/{id}/order`. */
export const newTransferOrderSchema = z
  .strictObject({
    number: orderNumberSchema,
    date: orderDaySchema,
    authority: officeName.optional().describe('Deciding authority, such as the district committee'),
    office: officeName.optional(),
    members: members.optional().describe('Ids of the teachers that the order names; all members if absent'),
    accept: z
      .boolean()
      .default(false)
      .describe('Also names members whom no office has scrutinised, if the season asks for it'),
    reason,
  })
  .meta({ id: 'NewOrder' });

export type NewOrder = z.output<typeof newTransferOrderSchema>;

/** The texts of a line of `POST /admin/orders`. */
export const orderTextsSchema = z.strictObject({
  number: orderNumberSchema,
  authority: officeName,
  office: officeName,
});

/** `POST /admin/agreements/{id}/joining`. */
export const newJoiningSchema = z
  .strictObject({
    member: z.uuid({ error: 'field.invalid' }).describe('Id of the teacher'),
    step: z.enum(movingSteps).default('joined').describe('`relieved` if the season has relieving as a step'),
    date: orderDaySchema.describe('Day in the joining report, or in the letter that relieves the member'),
    recordMoved: z.boolean().default(false).describe('The service record has been moved too'),
    accept: z
      .boolean()
      .default(true)
      .describe(
        '`false` refuses a day that needs a look: without or before an order, before the agreement, or a joining without the relieving of the season',
      ),
    reason,
  })
  .refine(({ step, recordMoved }) => step === 'joined' || !recordMoved, {
    error: 'field.invalid',
    path: ['recordMoved'],
  })
  .meta({ id: 'NewJoining' });

export type NewJoining = z.output<typeof newJoiningSchema>;

/** Result of a line of `POST /admin/orders`. Of those that could be recorded, `needs_look` are recorded only if they are accepted. */
const orderLineResults = [
  'recorded',
  'needs_look',
  'already',
  'other_date',
  'unseen_order',
  'other_line',
  'unknown',
  'no_member',
  'elsewhere',
  'not_agreed',
  'completed',
  'over',
  'bad_number',
  'bad_text',
  'bad_date',
  'far_date',
  ...unreadableLines,
] as const;

export type OrderLineResult = (typeof orderLineResults)[number];

/** Fields of a line of a file about agreements. */
const agreementLine = {
  line: z.int().describe('Line of the file'),
  agreement: z.string().describe('As in the file'),
  id: z.uuid().nullable(),
  group: z.string().nullable().describe('Number of the agreement'),
  date: z.string().describe('The day as it was understood, `YYYY-MM-DD`; the typed text if it is no day'),
  typedDate: z.string().describe('As in the file'),
  marks: z.array(z.enum(lineMarks)).describe('Reasons for which the line needs a look'),
};

/** `POST /admin/orders`: what happened, or with `preview` what would happen, to each line. */
export const orderLinesSchema = z
  .strictObject({
    preview: z.boolean(),
    file: importedFileSchema,
    recorded: z.int().describe('Lines that were recorded, or would be'),
    lines: z.array(
      z.strictObject({
        ...agreementLine,
        number: z.string(),
        result: z.enum(orderLineResults),
        members: z.array(z.string()).describe('Names of the teachers that the line concerns'),
      }),
    ),
  })
  .meta({ id: 'OrderLines' });

export type OrderLines = z.infer<typeof orderLinesSchema>;

/** Result of a line of `POST /admin/joinings`. */
const joiningLineResults = [
  'recorded',
  'needs_look',
  'already',
  'other_day',
  'unknown',
  'not_agreed',
  'over',
  'no_member',
  'elsewhere',
  'unclear_moved',
  'bad_date',
  'far_date',
  'future',
  ...unreadableLines,
] as const;

export type JoiningLineResult = (typeof joiningLineResults)[number];

/** `POST /admin/joinings`: what happened, or with `preview` what would happen, to each line. */
export const joiningLinesSchema = z
  .strictObject({
    preview: z.boolean(),
    file: importedFileSchema,
    recorded: z.int().describe('Lines that were recorded, or would be'),
    lines: z.array(
      z.strictObject({
        ...agreementLine,
        member: z.string().nullable().describe('Name of the teacher on that seat'),
        typedMember: z.string().describe('Name in the file; without one the employee id, or the seat'),
        otherDay: z
          .string()
          .nullable()
          .describe(
            'Day of joining that differs from `date`: for `other_day` the day of an earlier line, which takes precedence; otherwise the recorded day that `date` replaces',
          ),
        result: z.enum(joiningLineResults),
      }),
    ),
  })
  .meta({ id: 'JoiningLines' });

export type JoiningLines = z.infer<typeof joiningLinesSchema>;

/** `GET /orders/{code}`. */
export const orderValiditySchema = z.strictObject({ valid: z.boolean() }).meta({ id: 'OrderValidity' });

export type OrderValidity = z.infer<typeof orderValiditySchema>;

/** `GET /admin/users/{id}/endings`: proposals and agreements that deactivating the teacher would end. */
export const endingAgreementsSchema = z
  .strictObject({ agreements: z.array(officeAgreementSchema) })
  .meta({ id: 'EndingAgreements' });

export type EndingAgreements = z.infer<typeof endingAgreementsSchema>;
