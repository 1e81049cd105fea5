import { z } from 'zod';
import { personSchema } from '../accounts/user.ts';
import { guardedFields } from '../accounts/who-sees.ts';
import { allLanguages } from '../language/language.ts';
import { paragraph } from '../language/text.ts';
import { sendForReviewSchema } from '../language/text-risks.ts';
import { listPageSchema, pageQuery, trueOrFalseSchema } from '../query-parameters.ts';
import { objectionCategories, ownObjectionSchema } from '../seasons/objection.ts';
import { shareCodeSchema } from '../shares/share.ts';
import {
  ACCEPTED_SHOWN,
  LEAVE_REASON_MAXIMUM_LENGTH,
  ROOM_MESSAGE_MAXIMUM_LENGTH,
  SMALLEST_GROUP,
} from './agreement-rules.ts';
import { agreementStates, endReasons, memberAnswers, portalSteps } from './agreement-steps.ts';

/** Block, by its English name and that of its district. */
const place = z.strictObject({ district: z.string(), block: z.string() });

/** Maximum number of requests that the schema accepts. The rules of the day, which allow fewer, are checked later. */
const MOST_REQUESTS_NAMED = 100;

const requestIds = z
  .array(z.uuid())
  .min(SMALLEST_GROUP, { error: 'field.invalid' })
  .max(MOST_REQUESTS_NAMED, { error: 'field.invalid' });

/** `POST /agreements`: requests in the order of the ring, the caller's first, each accepting the next one's place. */
export const newAgreementSchema = z.strictObject({ requests: requestIds }).meta({ id: 'NewAgreement' });

/** `PUT /requests/{id}/readiness`. */
export const readinessSchema = z
  .strictObject({
    ready: z.boolean(),
    acceptForMe: z
      .boolean()
      .optional()
      .describe(
        'Say yes for me to proposals of a round, and of teachers with a verified phone or account, for a place to which I have said yes. After the ' +
          'last yes all members of that agreement see my name, my school and the contact of this request, even if I hide them. It never ' +
          'answers the same proposer twice, and is switched off by the first agreement to which it leads; false if `ready` is false',
      ),
  })
  .meta({ id: 'Readiness' });

export type Readiness = z.output<typeof readinessSchema>;

/** `POST /requests/{id}/invitations`: invites a match without a request to post one. */
export const newInvitationSchema = z.strictObject({ user: z.uuid() }).meta({ id: 'NewInvitation' });

const reason = paragraph(0, LEAVE_REASON_MAXIMUM_LENGTH).optional();

/** `POST /agreements/{id}/answer`. */
export const newAnswerSchema = z
  .strictObject({
    answer: z.enum(['yes', 'no'], { error: 'field.choice' }),
    reason,
    category: z
      .enum(objectionCategories, { error: 'field.choice' })
      .optional()
      .describe('What a no to a group that was announced objects to; `other` if absent'),
  })
  .meta({ id: 'NewAnswer' });

export type NewAnswer = z.output<typeof newAnswerSchema>;

/** `POST /agreements/{id}/steps`. */
export const newStepSchema = z
  .strictObject({ step: z.enum(portalSteps, { error: 'field.choice' }) })
  .meta({ id: 'NewStep' });

/** `POST /agreements/{id}/leave`. */
export const leavingSchema = z.strictObject({ reason }).meta({ id: 'Leaving' });

/** Portal step that a member ticked, with its time. */
const tickedStep = z.strictObject({ step: z.enum(portalSteps), at: z.string() });

/** Seat of the ring. `user` is absent if the account was erased. */
export const agreementMemberSchema = z
  .strictObject({
    user: personSchema
      .nullable()
      .describe('Presented like a match; once all agree, with name, school and the chosen contact'),
    requestId: z.uuid().nullable(),
    isMe: z.boolean(),
    isProposer: z
      .boolean()
      .describe('True for the member who proposed it; false for all members if a round proposed it'),
    movesTo: place.describe('Posting of the next member; for the last member, the posting of the first'),
    answer: z.enum(memberAnswers),
    isSilent: z
      .boolean()
      .describe('The season said yes: the member consented before the plan and did not object'),
    answeredAt: z.string().nullable(),
    isPrefilled: z.boolean().describe('A yes to this place is remembered: one tap is enough'),
    steps: z.array(tickedStep),
  })
  .meta({ id: 'AgreementMember' });

export type AgreementMember = z.infer<typeof agreementMemberSchema>;

const abilities = z.strictObject({
  answer: z.array(z.enum(['yes', 'no'])),
  leave: z.boolean(),
  steps: z.array(z.enum(portalSteps)),
  message: z.boolean(),
  papers: z.boolean(),
  repair: z.boolean(),
});

/** Transfer order of the office that names the reader. */
const agreementOrder = z
  .strictObject({
    number: z.string(),
    date: z.string().describe('`YYYY-MM-DD`'),
    code: z.string().describe('Printed code; `GET /orders/{code}` says whether it is valid'),
  })
  .meta({ id: 'AgreementOrder' });

/** Proposal or agreement, in any state, as one of its members sees it. */
export const agreementSchema = z
  .strictObject({
    _id: z.uuid(),
    number: z.string().describe('Number of the agreement, as papers and files of the office have it'),
    state: z.enum(agreementStates),
    source: z.enum(['teacher', 'round']),
    reason: z.enum(endReasons).nullable().describe('Reason for an end that moved no member'),
    endedBy: z.uuid().nullable().describe('Member who refused or left, if the account still exists'),
    createdAt: z.string(),
    deadline: z.string().describe('Until when a proposal can be answered'),
    silenceAgrees: z
      .boolean()
      .describe(
        'The caller consented to the season’s plans with a proven phone or a verification: without an answer until the deadline they have agreed',
      ),
    isAnnounced: z
      .boolean()
      .describe('A season with consent before the plan announced the group, so a no is an objection'),
    agreedAt: z.string().nullable(),
    submittedAt: z.string().nullable(),
    extendedUntil: z
      .string()
      .nullable()
      .optional()
      .describe('Set if the office extended the deadline of the next step on the portal'),
    endedAt: z.string().nullable(),
    waitsUntil: z
      .string()
      .nullable()
      .describe(
        'Set if all said yes, but an earlier yes to another proposal holds a request until this time',
      ),
    subject: z.string(),
    classRange: z.string(),
    members: z.array(agreementMemberSchema).describe('In the order of the ring, the reader first'),
    opens: z
      .strictObject({ now: z.array(z.enum(guardedFields)), added: z.array(z.enum(guardedFields)) })
      .nullable()
      .describe(
        "The reader's own fields that the other members see now, and those that are added once all agree; null without the reader's request",
      ),
    portalSteps: z.array(z.enum(portalSteps)).describe('Steps that the members take, in order'),
    can: abilities,
    standby: z
      .int()
      .nullable()
      .describe('Seats for which another teacher is ready now; only in the response for a single agreement'),
    orders: z
      .array(agreementOrder)
      .optional()
      .describe('Orders that name the reader, oldest first; only in the response for a single agreement'),
    objection: ownObjectionSchema
      .nullable()
      .optional()
      .describe('The reader’s objection to the group; only in the response for a single agreement'),
  })
  .meta({ id: 'Agreement' });

export type Agreement = z.infer<typeof agreementSchema>;

/**
 * `GET /agreements`: the caller's agreements, newest first. `waiting` selects those that wait for the caller's
 * answer, or all others.
 */
export const agreementQuerySchema = z.strictObject({
  ...pageQuery,
  waiting: trueOrFalseSchema
    .optional()
    .describe('`true`: those that wait for the reader’s answer; `false`: all others'),
});

/** Open proposal to which the reader has said yes. Contains nothing about the other members. */
const acceptedProposal = z
  .strictObject({
    _id: z.uuid(),
    requests: z.array(z.uuid()).describe('In the order of the ring, the reader’s first'),
    isProposer: z.boolean().describe('True if the reader proposed it'),
    movesTo: place.describe('New place of the reader'),
    yes: z.int().describe('Number of members who said yes, with the reader'),
    deadline: z.string().describe('Until when it can be answered'),
    waitsUntil: z.string().nullable().describe('As in an agreement'),
  })
  .meta({ id: 'AcceptedProposal' });

export type AcceptedProposal = z.infer<typeof acceptedProposal>;

/** Response of `GET /agreements`. */
export const agreementListSchema = listPageSchema({
  agreements: z.array(agreementSchema),
  accepted: z
    .array(acceptedProposal)
    .optional()
    .describe(
      `Only with \`waiting=true\`: the newest ${ACCEPTED_SHOWN} open proposals to which the reader has said yes`,
    ),
});

export type AgreementList = z.infer<typeof agreementListSchema>;

/** `POST /agreements/{id}/messages`. */
export const newRoomMessageSchema = z
  .strictObject({ message: paragraph(1, ROOM_MESSAGE_MAXIMUM_LENGTH), sendForReview: sendForReviewSchema })
  .meta({ id: 'NewRoomMessage' });

/** Message in an agreement, response of `POST /agreements/{id}/messages`. `user` is null once its author is erased. */
export const roomMessageSchema = z
  .strictObject({
    _id: z.uuid(),
    user: personSchema.nullable(),
    isMine: z.boolean(),
    message: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'RoomMessage' });

export type RoomMessage = z.infer<typeof roomMessageSchema>;

/** Response of `GET /agreements/{id}/messages`. */
export const roomMessagesSchema = z.strictObject({ messages: z.array(roomMessageSchema) });

/** Teacher in a ring that could replace a failed ring. */
const repairMember = z.strictObject({
  user: personSchema,
  requestId: z.uuid(),
  movesTo: place,
  isNew: z.boolean().describe('True if the teacher was not in the failed ring'),
});

const repairRing = z.strictObject({
  requests: z.array(z.uuid()).describe('Requests for `POST /agreements`'),
  members: z.array(repairMember),
});

/** `GET /agreements/{id}/repairs`: options of the members who are still willing. */
export const repairsSchema = z
  .strictObject({
    smaller: z.array(repairRing).describe('Rings of remaining members that contain the caller'),
    standbys: z
      .array(repairRing)
      .describe('The same ring with ready teachers in the place of those who left'),
    askable: z
      .array(repairRing)
      .describe(
        'Like `standbys`, but with active teachers who have not said that they are ready; a proposal asks them',
      ),
    missing: z
      .array(z.strictObject({ from: place, to: place, length: z.int(), share: shareCodeSchema }))
      .describe('Posting (`from`) and wish (`to`) of the one teacher who would close the ring'),
    isFree: z
      .boolean()
      .optional()
      .describe(
        'False, with empty lists, if the caller left the ring, is in another agreement, or has no active request for it any more',
      ),
  })
  .meta({ id: 'Repairs' });

export type Repairs = z.infer<typeof repairsSchema>;

export const paperLanguages = [...allLanguages(), 'both'] as const;

export const paperQuerySchema = z.strictObject({
  language: z.enum(paperLanguages).default('both').describe('Language of the paper'),
});
export type PaperLanguage = z.infer<typeof paperQuerySchema>['language'];
