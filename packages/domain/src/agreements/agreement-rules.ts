import { MILLISECONDS_A_DAY } from '../constants.ts';
import { printedLetters } from '../language/typed-values.ts';

/** Form of the number of an agreement. */
const agreementNumber = /^G[2346789BCDFGHJKMNPQRTVWXY]{7}$/;

/** Returns the number of an agreement for a text that a person typed, perhaps with small letters, spaces or hyphens; undefined for other texts. */
export function typedAgreementNumber(text: string): string | undefined {
  const typed = printedLetters(text).replace(/^(?:GROUP|AGREEMENT)(?:NO|NUMBER)?(?=G)/, '');
  return agreementNumber.test(typed) ? typed : undefined;
}

interface StepTimes {
  agreedAt: Date;
  submittedAt: Date | null;
  /** Deadline of the next step to which the office extended it. */
  extendedUntil: Date | null;
  /** True if each member has the order, so that joining is the next step. */
  isOrdered: boolean;
}

/** Deadlines on the portal. */
interface StepDeadlines {
  submitted?: Date;
  ordered?: Date;
  joined?: Date;
}

/** Returns the deadlines of the steps on the portal. After the submission of the group they count from it. */
export function stepDeadlines({ agreedAt, submittedAt, extendedUntil, isOrdered }: StepTimes): StepDeadlines {
  if (submittedAt === null) return { submitted: later(after(agreedAt, ORDER_DAYS), extendedUntil) };
  return {
    ordered: later(after(submittedAt, ORDER_DAYS), isOrdered ? null : extendedUntil),
    joined: later(after(submittedAt, ORDER_DAYS + JOINING_DAYS), extendedUntil),
  };
}

function after(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * MILLISECONDS_A_DAY);
}

function later(deadline: Date, extended: Date | null): Date {
  return extended !== null && extended > deadline ? extended : deadline;
}

/** Maximum number of open proposals per teacher. Times in this file are in milliseconds unless the name says otherwise. */
export const OPEN_PROPOSALS = 10;
/** Maximum number of accepted proposals that the list of waiting ones names: a teacher's own, and as many of others. */
export const ACCEPTED_SHOWN = 2 * OPEN_PROPOSALS;
/** Maximum number of proposals from one teacher to the same other teacher in 24 hours. */
export const PROPOSALS_TO_ONE_A_DAY = 3;
/** Number of proposals of rounds that a teacher may refuse in 24 hours. Then no round plans with the teacher until these hours are over. */
export const ROUND_REFUSALS_A_DAY = 3;
/** Hours to answer a proposal, unless its round sets another number. */
export const PROPOSAL_HOURS = 72;
export const LONGEST_PROPOSAL_HOURS = 336;
/** Length of a round in days, unless the administrator sets another one. */
export const ROUND_DAYS = 14;
export const LONGEST_ROUND_DAYS = 60;
/** Time for which a yes blocks competing proposals. */
export const HOLD_TIME = MILLISECONDS_A_DAY;
/** Validity of a teacher's statement that they are ready for a request. */
export const READY_TIME = 30 * MILLISECONDS_A_DAY;
/** Days before readiness ends at which the teacher is asked to renew it. */
export const READINESS_ASKED_DAYS = 5;
/** Time for which a yes to a place is remembered. */
export const YES_REMEMBERED = 30 * MILLISECONDS_A_DAY;
/** Days until the order is due after the group's submission, and until joining is due after the order. */
export const ORDER_DAYS = 3;
export const JOINING_DAYS = 7;
export const ROOM_MESSAGE_MAXIMUM_LENGTH = 500;
/** Maximum number of messages per member and agreement in 24 hours. */
export const ROOM_MESSAGES_A_DAY = 20;
/** Maximum length in characters of the reason for leaving an agreement. */
export const LEAVE_REASON_MAXIMUM_LENGTH = 300;

/** Two teachers who swap with each other. Larger groups are rings. */
export const SMALLEST_GROUP = 2;
/** Upper bound of every rule on group size. Ring search, repair and the papers support groups up to this size. */
export const LARGEST_POSSIBLE_GROUP = 10;

/** Attributes that the rules can require to be equal within a group. */
export const swapAttributes = ['subject', 'classRange', 'category'] as const;
export type SwapAttribute = (typeof swapAttributes)[number];

/** Rules of a day about groups: see `policy-rules.ts`. */
interface GroupRules {
  largestGroup: number;
  mustBeEqual: readonly SwapAttribute[];
  /** Latest day of joining the present school, `YYYY-MM-DD`, that still counts as sufficient service; null if no service is required. */
  joinedBy: string | null;
}

/**
 * Returns true if a teacher has served long enough, or has not stated a day of joining. Teachers without a stated day take part in
 * matches, rings and plans; only their own yes requires the day: see `mustStateService`.
 */
export function hasServed(joinedOn: string | null, { joinedBy }: Pick<GroupRules, 'joinedBy'>): boolean {
  return joinedBy === null || joinedOn === null || joinedOn <= joinedBy;
}

/** Returns true if the rules require a teacher to state their day of joining before they say yes to a swap. */
export function mustStateService(
  joinedOn: string | null,
  { joinedBy }: Pick<GroupRules, 'joinedBy'>,
): boolean {
  return joinedBy !== null && joinedOn === null;
}

/** Returns true if the rules allow a group whose members differ in the attribute. */
export function mayMix({ mustBeEqual }: Pick<GroupRules, 'mustBeEqual'>, attribute: SwapAttribute): boolean {
  return !mustBeEqual.includes(attribute);
}

/** Fields of a member that the rules of a swap read. Places, subject and category are codes. */
export interface GroupMember {
  teacher: string;
  subject: string;
  classRange: string;
  /** Null if not stated; it then matches every category. */
  category: string | null;
  /** Day of joining the present school, `YYYY-MM-DD`; null if not stated. */
  joinedOn: string | null;
  from: string;
  /** Codes of the accepted blocks. */
  to: readonly string[];
}

/**
 * Returns true if these members, in this order, form a valid group: a ring of a legal size whose members have the
 * required attributes in common.
 */
export function isGroup(members: readonly GroupMember[], rules: GroupRules): boolean {
  return areAllowed(members, rules) && isRing(members);
}

/**
 * Returns true if these are different teachers and each accepts the place of the next, the last that of the first. Two teachers of one block
 * may swap, because they are a perfect match if both accept any block of their district. In a larger ring neighbours are in different blocks.
 */
export function isRing(members: readonly GroupMember[]): boolean {
  const { length } = members;
  if (new Set(members.map(({ teacher }) => teacher)).size < length) return false;
  return members.every((member, index) => {
    const next = members[(index + 1) % length];
    return next !== undefined && member.to.includes(next.from) && (length === 2 || next.from !== member.from);
  });
}

/** Returns true if the rules allow a group of this size with these common attributes, whatever places its members wish for. */
export function areAllowed(
  members: readonly Pick<GroupMember, SwapAttribute | 'joinedOn'>[],
  rules: GroupRules,
): boolean {
  const { length } = members;
  const { largestGroup, mustBeEqual } = rules;
  if (length < SMALLEST_GROUP || length > largestGroup) return false;
  if (!members.every(({ joinedOn }) => hasServed(joinedOn, rules))) return false;
  return mustBeEqual.every(
    (attribute) => new Set(members.flatMap((member) => member[attribute] ?? [])).size <= 1,
  );
}

/**
 * Returns how a proposal asks a teacher for a place: `accepted` if their yes to it is remembered and "accept for me" may answer,
 * `prefilled` if it is only remembered.
 *
 * @param yesGivenAt time of the teacher's last yes to that place, null after a no.
 * @param acceptsForMe the teacher chose "accept for me", and it may answer this proposer.
 */
export function howToAsk(
  { yesGivenAt, acceptsForMe }: { yesGivenAt: number | null; acceptsForMe: boolean },
  now: number,
): 'accepted' | 'prefilled' | 'open' {
  if (yesGivenAt === null || now - yesGivenAt >= YES_REMEMBERED) return 'open';
  return acceptsForMe ? 'accepted' : 'prefilled';
}

/** Returns true if a teacher has stated, and the statement has not expired, that they will take the place if it is offered. */
export function isReady(readyUntil: number | null, now: number): boolean {
  return readyUntil !== null && readyUntil > now;
}
