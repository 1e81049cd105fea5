/**
 * The states of an agreement and the steps between them, as one table and one function that takes a step. The server and
 * the simulated season both run it; it knows no clock but the moment it is given, in milliseconds since the epoch.
 */

/** In the order in which a proposal that succeeds passes them; the last four are ends without a swap. */
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

/** In these a request and its teacher are bound: they can be in no other agreement. */
export const bindingStates = ['agreed', 'in_progress'] as const satisfies readonly AgreementState[];

/** What a member has said to a proposal; `open`: nothing yet. */
export const answers = ['open', 'yes', 'no'] as const;
export type Answer = (typeof answers)[number];

/** The steps on the state's portal, in order: group formed, one-time password given, order received, joined. */
export const portalSteps = ['submitted', 'otp', 'ordered', 'joined'] as const;
export type PortalStep = (typeof portalSteps)[number];

/** Why the last yes does not make an agreement. */
export const obstacles = [
  'member_inactive',
  'member_moved',
  'request_changed',
  'rules_changed',
  'window_closed',
  'member_taken',
] as const;
export type Obstacle = (typeof obstacles)[number];

/** Why a proposal or an agreement ended without moving its members. */
export const endReasons = [
  ...obstacles,
  'refused',
  'left',
  'deadline',
  'account_ended',
  'request_ended',
  'other_agreement',
  'round_stopped',
] as const;
export type EndReason = (typeof endReasons)[number];

type Change = 'agree' | 'submit' | 'complete' | 'decline' | 'lapse' | 'supersede' | 'break';

/** The table: which change leads from a state to which. What is not written is not possible. */
const changes: Readonly<Record<AgreementState, Partial<Record<Change, AgreementState>>>> = {
  proposed: { agree: 'agreed', decline: 'declined', lapse: 'lapsed', supersede: 'superseded' },
  agreed: { submit: 'in_progress', break: 'broken' },
  in_progress: { complete: 'completed', break: 'broken' },
  completed: {},
  declined: {},
  lapsed: {},
  superseded: {},
  broken: {},
};

/** One member's part. */
export interface Seat {
  readonly teacher: string;
  readonly answer: Answer;
  readonly steps: readonly PortalStep[];
}

/** An agreement as far as its steps are concerned; seats are in the order of the ring. */
export interface Standing {
  readonly state: AgreementState;
  readonly deadline: number;
  readonly seats: readonly Seat[];
  readonly reason: EndReason | null;
}

/**
 * What keeps a proposal in which all said yes from being agreed: an obstacle ends it; `held` is a request that its
 * teacher's yes to another proposal holds, and leaves it waiting.
 */
export type Hindrance = Obstacle | 'held' | null;

/** What can happen to an agreement; `by` is the id of the teacher who does it. */
export type AgreementStep =
  | { readonly kind: 'answer'; readonly by: string; readonly answer: 'yes' | 'no' }
  | { readonly kind: 'conclude'; readonly hindrance: Hindrance }
  | { readonly kind: 'tick'; readonly by: string; readonly step: PortalStep }
  | { readonly kind: 'leave'; readonly by: string }
  | { readonly kind: 'end'; readonly reason: EndReason }
  | { readonly kind: 'expire' };

/** Why a step is not taken. */
export type Refusal = 'not_a_member' | 'over' | 'step';

/** What a step led to: how the agreement stands after it, or why it was not taken. */
export type Taken =
  | { readonly ok: true; readonly standing: Standing }
  | { readonly ok: false; readonly refusal: Refusal };

/** Takes a step of an agreement at a moment, or says why it cannot be taken. */
export function takeStep(standing: Standing, step: AgreementStep, now: number): Taken {
  switch (step.kind) {
    case 'answer':
      return answerTaken(standing, step, now);
    case 'conclude':
      return concluded(standing, step.hindrance, now);
    case 'tick':
      return ticked(standing, step);
    case 'leave':
      return left(standing, step.by, now);
    case 'end':
      return ended(standing, step.reason);
    case 'expire':
      return isPast(standing, now) ? changed(standing, 'lapse', 'deadline') : refused('step');
  }
}

/** The state as it is to be shown at a moment: a proposal whose deadline is over has lapsed. */
export function stateAt(
  { state, deadline }: Pick<Standing, 'state' | 'deadline'>,
  now: number,
): AgreementState {
  return state === 'proposed' && now >= deadline ? 'lapsed' : state;
}

/** Whether every member has said yes to a proposal. */
export function allAgree({ state, seats }: Standing): boolean {
  return state === 'proposed' && seats.every(({ answer }) => answer === 'yes');
}

/** Whether a request and its teacher are bound in this state: see `bindingStates`. */
export function isBinding(state: AgreementState): boolean {
  return bindingStates.some((binding) => binding === state);
}

/** The steps that a member may tick now. */
export function openSteps({ state, seats }: Standing, teacher: string): PortalStep[] {
  const seat = seats.find((one) => one.teacher === teacher);
  if (seat === undefined) return [];
  if (state === 'agreed') return ['submitted'];
  if (state !== 'in_progress') return [];
  return portalSteps.filter((step) => step !== 'submitted' && !seat.steps.includes(step));
}

/** What a member may do with an agreement now. */
export interface AgreementAbilities {
  readonly answer: ('yes' | 'no')[];
  readonly leave: boolean;
  readonly steps: PortalStep[];
  readonly message: boolean;
  readonly papers: boolean;
  readonly repair: boolean;
}

/** @param isPaperDue Whether every seat still has its teacher, whom a paper names. */
export function agreementAbilities(
  standing: Standing,
  teacher: string,
  now: number,
  isPaperDue = true,
): AgreementAbilities {
  const state = stateAt(standing, now);
  const seat = standing.seats.find((one) => one.teacher === teacher);
  const isOpen = state === 'proposed';
  const isBound = isBinding(state);
  return {
    answer: isOpen && seat ? (['yes', 'no'] as const).filter((answer) => answer !== seat.answer) : [],
    leave: (isOpen || isBound) && seat !== undefined,
    steps: openSteps({ ...standing, state }, teacher),
    message: isOpen || isBound || state === 'completed',
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
  if (stateAt(standing, now) !== 'proposed') return refused('over');
  const answered = withSeat(standing, by, (seat) => ({ ...seat, answer }));
  return answer === 'no' ? changed(answered, 'decline', 'refused') : { ok: true, standing: answered };
}

function concluded(standing: Standing, hindrance: Hindrance, now: number): Taken {
  if (isPast(standing, now) || !allAgree(standing)) return refused('step');
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

/** Leaving a proposal is saying no to it; leaving what was agreed breaks it for all. */
function left(standing: Standing, by: string, now: number): Taken {
  if (!isMember(standing, by)) return refused('not_a_member');
  if (isBinding(standing.state)) return changed(standing, 'break', 'left');
  return answerTaken(standing, { by, answer: 'no' }, now);
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
