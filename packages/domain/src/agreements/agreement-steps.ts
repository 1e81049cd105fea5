/**
 * State machine of agreements: one transition table and one function that applies a step. The server and the
 * simulated season both run it. It reads no clock; callers pass the time in milliseconds since the epoch.
 */

/**
 * States of an agreement, in the order in which a successful proposal passes through them. The last four end without
 * a swap.
 */
export const agreementStates = [
  'proposed',
  'agreed',
  'in_progress',
  'completed',
  'declined',
  'lapsed',
  'superseded',
  'broken',
] as const;
export type AgreementState = (typeof agreementStates)[number];

/** States that bind a request and its teacher: they can be in no other agreement. */
export const bindingStates = ['agreed', 'in_progress'] as const satisfies readonly AgreementState[];

/** Answers of a member to a proposal; `open` means no answer yet. */
export const memberAnswers = ['open', 'yes', 'no'] as const;
export type Answer = (typeof memberAnswers)[number];

/** Steps after the agreement, in order: group submitted, one-time password given, order received, relieved where the season says so, joined. */
export const portalSteps = ['submitted', 'otp', 'ordered', 'relieved', 'joined'] as const;
export type PortalStep = (typeof portalSteps)[number];

/** Steps of which an office records the day. */
export const movingSteps = ['relieved', 'joined'] as const satisfies readonly PortalStep[];
export type MovingStep = (typeof movingSteps)[number];

/** Reasons why a proposal does not become an agreement after the last yes. */
export const obstacles = [
  'member_inactive',
  'member_moved',
  'request_changed',
  'rules_changed',
  'window_closed',
  'member_taken',
  'member_out',
] as const;
export type Obstacle = (typeof obstacles)[number];

/** Reasons why a proposal or an agreement ended without a swap. */
export const endReasons = [
  ...obstacles,
  'refused',
  'left',
  'deadline',
  'account_ended',
  'request_ended',
  'other_agreement',
  'round_stopped',
  'office',
] as const;
export type EndReason = (typeof endReasons)[number];

type Change =
  | 'agree'
  | 'submit'
  | 'complete'
  | 'decline'
  | 'lapse'
  | 'supersede'
  | 'break'
  | 'unsubmit'
  | 'reopen';

/** Transition table: state → change → next state. Missing transitions are not possible. */
const changes: Readonly<Record<AgreementState, Partial<Record<Change, AgreementState>>>> = {
  proposed: { agree: 'agreed', decline: 'declined', lapse: 'lapsed', supersede: 'superseded' },
  agreed: { submit: 'in_progress', break: 'broken' },
  in_progress: { complete: 'completed', break: 'broken', unsubmit: 'agreed' },
  completed: { reopen: 'in_progress' },
  declined: {},
  lapsed: {},
  superseded: {},
  broken: {},
};

/** State of one member within an agreement. */
export interface Seat {
  teacher: string;
  answer: Answer;
  steps: readonly PortalStep[];
}

/** State of an agreement; seats are in the order of the ring. */
export interface Standing {
  state: AgreementState;
  deadline: number;
  /**
   * True for a proposal that is based on consents given before the plan: members who have not objected by the deadline agree. Default
   * false.
   */
  silenceAgrees?: boolean;
  /** True if the season has relieving as a step of its own. Default false. */
  hasRelieving?: boolean;
  seats: readonly Seat[];
  reason: EndReason | null;
}

/**
 * Reason why a proposal with every answer yes is not agreed. An obstacle ends it. `held` means that a teacher's yes
 * to another proposal holds the request, and leaves the proposal waiting.
 */
export type Hindrance = Obstacle | 'held' | null;

/** Events of an agreement; `by` is the id of the acting teacher. */
export type AgreementStep =
  | { kind: 'answer'; by: string; answer: 'yes' | 'no' }
  /** The season's yes for a member who consented before the plan and did not object by the deadline. */
  | { kind: 'silence'; by: string }
  | { kind: 'conclude'; hindrance: Hindrance }
  | { kind: 'tick'; by: string; step: PortalStep }
  | { kind: 'leave'; by: string }
  | { kind: 'end'; reason: EndReason }
  /** The office undoes a step of these members. */
  | { kind: 'undo'; step: PortalStep; of: readonly string[] }
  | { kind: 'expire' };

/** Reasons why a step is refused. */
export type Refusal = 'not_a_member' | 'over' | 'step';

/** Result of a step: the new state, or the reason for refusal. */
export type Taken = { ok: true; standing: Standing } | { ok: false; refusal: Refusal };

/** Applies a step to an agreement at a time, or returns why it is refused. */
export function takeStep(standing: Standing, step: AgreementStep, now: number): Taken {
  switch (step.kind) {
    case 'answer':
      return answerTaken(standing, step, now);
    case 'silence':
      return silenceTaken(standing, step.by, now);
    case 'conclude':
      return concluded(standing, step.hindrance, now);
    case 'tick':
      return ticked(standing, step);
    case 'leave':
      return left(standing, step.by, now);
    case 'end':
      return ended(standing, step.reason);
    case 'undo':
      return undone(standing, step);
    case 'expire':
      return isPast(standing, now) ? changed(standing, 'lapse', 'deadline') : refused('step');
  }
}

/** Returns the state to show at a time: a proposal past its deadline has lapsed, unless silence agrees. */
export function stateAt(
  { state, deadline, silenceAgrees = false }: Pick<Standing, 'state' | 'deadline' | 'silenceAgrees'>,
  now: number,
): AgreementState {
  return state === 'proposed' && now >= deadline && !silenceAgrees ? 'lapsed' : state;
}

/** Returns true if every member has said yes to a proposal. */
export function allAgree({ state, seats }: Standing): boolean {
  return state === 'proposed' && seats.every(({ answer }) => answer === 'yes');
}

/** Returns true if a request and its teacher are bound in this state: see `bindingStates`. */
export function isBinding(state: AgreementState): boolean {
  return bindingStates.some((binding) => binding === state);
}

/** Returns the portal steps of an agreement, in order. */
export function stepsOf({ hasRelieving = false }: Pick<Standing, 'hasRelieving'>): PortalStep[] {
  return portalSteps.filter((step) => step !== 'relieved' || hasRelieving);
}

/** Returns the portal steps that a member may tick now. */
export function openSteps(standing: Standing, teacher: string): PortalStep[] {
  const { state, seats } = standing;
  const seat = seats.find((one) => one.teacher === teacher);
  if (seat === undefined) return [];
  if (state === 'agreed') return ['submitted'];
  if (state !== 'in_progress') return [];
  return stepsOf(standing).filter((step) => step !== 'submitted' && !seat.steps.includes(step));
}

/** Actions that a member may take on an agreement now. */
export interface AgreementAbilities {
  answer: ('yes' | 'no')[];
  leave: boolean;
  steps: PortalStep[];
  message: boolean;
  papers: boolean;
  repair: boolean;
}

/**
 * Returns the actions that a member may take on an agreement now.
 * @param isPaperDue true if every seat still has its teacher, so that the papers can name all of them.
 */
export function agreementAbilities(
  standing: Standing,
  teacher: string,
  now: number,
  isPaperDue = true,
): AgreementAbilities {
  const state = stateAt(standing, now);
  const seat = standing.seats.find((one) => one.teacher === teacher);
  const isOpen = state === 'proposed' && !isPast(standing, now);
  const isBound = isBinding(state);
  return {
    answer: isOpen && seat ? (['yes', 'no'] as const).filter((answer) => answer !== seat.answer) : [],
    leave: (isOpen || isBound) && seat !== undefined && !hasJoined(standing, teacher),
    steps: openSteps({ ...standing, state }, teacher),
    message: state === 'proposed' || isBound || state === 'completed',
    papers: (isBound || state === 'completed') && isPaperDue,
    repair: state === 'declined' || state === 'lapsed' || state === 'broken',
  };
}

function answerTaken(
  standing: Standing,
  { by, answer }: { by: string; answer: 'yes' | 'no' },
  now: number,
): Taken {
  if (!isMember(standing, by)) return refused('not_a_member');
  if (standing.state !== 'proposed' || isPast(standing, now)) return refused('over');
  const answered = withSeat(standing, by, (seat) => ({ ...seat, answer }));
  return answer === 'no' ? changed(answered, 'decline', 'refused') : { ok: true, standing: answered };
}

function silenceTaken(standing: Standing, by: string, now: number): Taken {
  const seat = standing.seats.find(({ teacher }) => teacher === by);
  if (seat === undefined) return refused('not_a_member');
  if (standing.state !== 'proposed') return refused('over');
  if (!standing.silenceAgrees || !isPast(standing, now) || seat.answer !== 'open') return refused('step');
  return { ok: true, standing: withSeat(standing, by, (open) => ({ ...open, answer: 'yes' })) };
}

function concluded(standing: Standing, hindrance: Hindrance, now: number): Taken {
  if (stateAt(standing, now) !== 'proposed' || !allAgree(standing)) return refused('step');
  if (hindrance === 'held') return { ok: true, standing };
  return hindrance === null ? changed(standing, 'agree', null) : changed(standing, 'lapse', hindrance);
}

function ticked(standing: Standing, { by, step }: { by: string; step: PortalStep }): Taken {
  if (!isMember(standing, by)) return refused('not_a_member');
  if (!openSteps(standing, by).includes(step)) return refused('step');
  const done = withSeat(standing, by, (seat) => ({ ...seat, steps: [...seat.steps, step] }));
  if (standing.state === 'agreed') return changed(done, 'submit', null);
  const isWhole = done.seats.every(({ steps }) => steps.includes('joined'));
  return isWhole ? changed(done, 'complete', null) : { ok: true, standing: done };
}

/**
 * Undoes a step of members while the swap is under way, or a joining of a completed one, which is under way again. An agreement that is no
 * longer submitted becomes `agreed` again.
 */
function undone(standing: Standing, { step, of }: { step: PortalStep; of: readonly string[] }): Taken {
  const isReopened = standing.state === 'completed' && step === 'joined';
  if (standing.state !== 'in_progress' && !isReopened)
    return refused(isBinding(standing.state) ? 'step' : 'over');
  const hasStep = (seat: Seat) => of.includes(seat.teacher) && seat.steps.includes(step);
  if (!standing.seats.some(hasStep)) return refused('step');
  const seats = standing.seats.map((seat) =>
    hasStep(seat) ? { ...seat, steps: seat.steps.filter((taken) => taken !== step) } : seat,
  );
  if (isReopened) return changed({ ...standing, seats }, 'reopen', null);
  if (step !== 'submitted') return { ok: true, standing: { ...standing, seats } };
  if (seats.some(({ steps }) => steps.length > 0)) return refused('step');
  return changed({ ...standing, seats }, 'unsubmit', null);
}

/** Leaves an agreement. Leaving a proposal counts as a no; leaving an agreed swap breaks it for all members. */
function left(standing: Standing, by: string, now: number): Taken {
  if (!isMember(standing, by)) return refused('not_a_member');
  if (hasJoined(standing, by)) return refused('step');
  if (isBinding(standing.state)) return changed(standing, 'break', 'left');
  return answerTaken(standing, { by, answer: 'no' }, now);
}

/** Returns true if the member has joined the new school. Only the office can undo that step. */
function hasJoined({ seats }: Standing, by: string): boolean {
  return seats.some(({ teacher, steps }) => teacher === by && steps.includes('joined'));
}

function ended(standing: Standing, reason: EndReason): Taken {
  if (isBinding(standing.state)) return changed(standing, 'break', reason);
  return changed(standing, reason === 'other_agreement' ? 'supersede' : 'lapse', reason);
}

function changed(standing: Standing, change: Change, reason: EndReason | null): Taken {
  const state = changes[standing.state][change];
  return state === undefined ? refused('over') : { ok: true, standing: { ...standing, state, reason } };
}

function refused(refusal: Refusal): Taken {
  return { ok: false, refusal };
}

function isPast({ state, deadline }: Standing, now: number): boolean {
  return state === 'proposed' && now >= deadline;
}

function isMember({ seats }: Standing, teacher: string): boolean {
  return seats.some((seat) => seat.teacher === teacher);
}

function withSeat(standing: Standing, teacher: string, change: (seat: Seat) => Seat): Standing {
  const seats = standing.seats.map((seat) => (seat.teacher === teacher ? change(seat) : seat));
  return { ...standing, seats };
}
