import { MILLISECONDS_A_DAY } from '../constants.ts';

/** Limits of proposals and rounds. Times are in milliseconds unless the name says otherwise. */
export const OPEN_PROPOSALS = 10;
/** Proposals that one teacher may send to the same other one in 24 hours. */
export const PROPOSALS_TO_ONE_A_DAY = 3;
/** How long a proposal waits for its answers, unless its round says otherwise. */
export const PROPOSAL_HOURS = 72;
export const LONGEST_PROPOSAL_HOURS = 336;
/** How long a round lasts, unless the administrator says otherwise. */
export const ROUND_DAYS = 14;
export const LONGEST_ROUND_DAYS = 60;
/** How long a yes keeps rivals waiting. */
export const HOLD_TIME = MILLISECONDS_A_DAY;
/** How long it holds when a teacher says that they are ready for a request. */
export const READY_TIME = 30 * MILLISECONDS_A_DAY;
/** How long before its end a teacher is asked to renew it, and offered to. */
export const READINESS_ASKED_DAYS = 5;
/** How long a yes to a place is remembered. */
export const YES_REMEMBERED = 30 * MILLISECONDS_A_DAY;
/** Days after the group's submission in which the order is due, and the joining after that. */
export const ORDER_DAYS = 3;
export const JOINING_DAYS = 7;
export const ROOM_MESSAGE_MAXIMUM_LENGTH = 500;
/** Messages that one member may write to an agreement in 24 hours. */
export const ROOM_MESSAGES_A_DAY = 20;
/** Characters of the reason with which a member leaves an agreement. */
export const LEAVE_REASON_MAXIMUM_LENGTH = 300;

/** Two teachers who swap with each other; larger groups are rings. */
export const SMALLEST_GROUP = 2;
/** No rule allows more: the search of rings, the repair of one and the papers are made for groups of this size. */
export const LARGEST_POSSIBLE_GROUP = 10;

/** What all teachers of a group may have to have in common. */
export const swapAttributes = ['subject', 'classRange', 'category'] as const;
export type SwapAttribute = (typeof swapAttributes)[number];

/** What the rules of a day say of a group: see `policy-rules.ts`. */
export interface GroupRules {
  readonly largestGroup: number;
  readonly mustBeEqual: readonly SwapAttribute[];
  /** Who joined the present school later, `YYYY-MM-DD`, has not served long enough; null where no service is asked for. */
  readonly joinedBy: string | null;
}

/**
 * Whether a teacher has served long enough, as far as they said: a day of joining that was not stated stands in the way of no match,
 * ring or plan. An own yes asks for it: `mustStateService`.
 */
export function hasServed(joinedOn: string | null, { joinedBy }: Pick<GroupRules, 'joinedBy'>): boolean {
  return joinedBy === null || joinedOn === null || joinedOn <= joinedBy;
}

/** Whether the rules ask a teacher to say since when they work at their school before they say yes to a swap. */
export function mustStateService(
  joinedOn: string | null,
  { joinedBy }: Pick<GroupRules, 'joinedBy'>,
): boolean {
  return joinedBy !== null && joinedOn === null;
}

/** Whether the rules let teachers swap who differ in it. */
export function mayMix({ mustBeEqual }: Pick<GroupRules, 'mustBeEqual'>, attribute: SwapAttribute): boolean {
  return !mustBeEqual.includes(attribute);
}

/** What the rules of a swap need of one member; places, subject and category are codes. */
export interface GroupMember {
  readonly teacher: string;
  readonly subject: string;
  readonly classRange: string;
  /** Null where it is not stated: that stands in the way of no swap. */
  readonly category: string | null;
  /** The day on which the teacher joined the present school, `YYYY-MM-DD`; null where it is not stated. */
  readonly joinedOn: string | null;
  readonly from: string;
  /** The accepted blocks. */
  readonly to: readonly string[];
}

/** Whether these members, in this order, are one group by the rules: a ring, of a legal size, equal in what must be equal. */
export function isGroup(members: readonly GroupMember[], rules: GroupRules): boolean {
  return areAllowed(members, rules) && isRing(members);
}

/** Whether these are different teachers, and each accepts the place of the next, the last that of the first. */
export function isRing(members: readonly GroupMember[]): boolean {
  const { length } = members;
  if (new Set(members.map(({ teacher }) => teacher)).size < length) return false;
  return members.every((member, index) => accepts(member, members[(index + 1) % length]));
}

/** Whether the rules let so many teachers, equal in what they are equal in, swap as one group, wherever they wish to go. */
export function areAllowed(
  members: readonly Pick<GroupMember, SwapAttribute | 'joinedOn'>[],
  rules: GroupRules,
): boolean {
  const { length } = members;
  const { largestGroup, mustBeEqual } = rules;
  if (length < SMALLEST_GROUP || length > largestGroup) return false;
  if (!members.every(({ joinedOn }) => hasServed(joinedOn, rules))) return false;
  return mustBeEqual.every((attribute) => areEqual(members, attribute));
}

function areEqual(members: readonly Pick<GroupMember, SwapAttribute>[], attribute: SwapAttribute): boolean {
  return new Set(members.flatMap((member) => member[attribute] ?? [])).size <= 1;
}

function accepts({ from, to }: GroupMember, next: GroupMember | undefined): boolean {
  return next !== undefined && next.from !== from && to.includes(next.from);
}

/**
 * Returns how a proposal asks a teacher for a place: `accepted` if their yes to it is remembered and "accept for me" may answer,
 * `prefilled` if it is only remembered.
 *
 * @param yesGivenAt time of the teacher's last yes to that place, null after a no.
 * @param acceptsForMe the teacher chose "accept for me", and it may answer this proposer.
 */
export function howToAsk(
  { yesGivenAt, acceptsForMe }: { readonly yesGivenAt: number | null; readonly acceptsForMe: boolean },
  now: number,
): 'accepted' | 'prefilled' | 'open' {
  if (yesGivenAt === null || now - yesGivenAt >= YES_REMEMBERED) return 'open';
  return acceptsForMe ? 'accepted' : 'prefilled';
}

/** Whether a teacher has said, not too long ago, that they will take the place if it comes. */
export function isReady(readyUntil: number | null, now: number): boolean {
  return readyUntil !== null && readyUntil > now;
}
