import {
  howToAsk,
  isReady,
  ORDER_DAYS,
  READY_TIME,
} from '@mutual-transfer/domain/agreements/agreement-rules';
import {
  type AgreementStep,
  allAgree,
  isBinding,
  type PortalStep,
  type Standing,
  takeStep,
} from '@mutual-transfer/domain/agreements/agreement-steps';
import { firstRules } from '@mutual-transfer/domain/matching/policy-rules';
import { planOf } from '@mutual-transfer/matching/clearing/plan';
import { planRound, type RoundOffer } from '@mutual-transfer/matching/clearing/plan-round';
import { yesProbabilities } from '@mutual-transfer/matching/clearing/yes-chances';
import type { Offer } from '@mutual-transfer/matching/offer';
import { randomFrom } from '@mutual-transfer/matching/random';

const MINUTE_MS = 60_000;
/** Times of the simulated clock are in minutes. */
const HOUR = 60;
const DAY = 24 * HOUR;
/** Probability that an unwilling teacher answers the readiness question with no, rather than not at all. */
const REFUSES_OPENLY = 0.5;
const ACCEPTS_FOR_ME = 0.5;
/** Probabilities of ready teachers: saying no to a proposal, never answering, and leaving after all agreed. */
const CHANGES_MIND = 0.02;
const FALLS_SILENT = 0.02;
const LEAVES = 0.01;
const EFFORT = 0.5;

/**
 * `after`: teachers answer the proposals of the plan. `before`: they consent before the plan and may object to its
 * groups. Each has the hours until the first plan, between two plans, and to answer or object; `survival` is the
 * probability assumed by the plan that a ready teacher does not refuse.
 */
export const simulatedConsents = {
  after: { firstPlan: 3 * 24, plannedEvery: 6, answered: 72, survival: 0.93, silenceAgrees: false },
  before: { firstPlan: 5 * 24, plannedEvery: 24, answered: 24, survival: 0.98, silenceAgrees: true },
} as const;

interface SeasonOptions {
  /** Probability that a teacher takes an offered place. */
  accept: number;
  /** Mean time to answer, in hours. */
  answerHours: number;
  days: number;
  consent: keyof typeof simulatedConsents;
  /** Share of accounts that posted first, say that they are ready and never answer. */
  silent: number;
  /** Share of the other teachers who have a proven phone or a verification. */
  proven: number;
  seed: number;
}

/** Teacher of the season, with one offer. */
interface SeasonTeacher {
  offer: Offer;
  isWilling: boolean;
  isSilent: boolean;
  isProven: boolean;
  /** Own answers to proposals; a silence is a refusal. */
  answers: { yes: number; refused: number };
  /** True after a silence: the round plans without the teacher. */
  wasSilent: boolean;
  acceptsForMe: boolean;
  readyUntil: number | null;
  /** Times of the teacher's yes, by the place that it accepts. */
  yes: Map<string, number>;
  /** Open proposal or agreement that includes the teacher. */
  current: SeasonAgreement | undefined;
}

/** Proposal of the season's round, with its state. */
interface SeasonAgreement {
  members: readonly SeasonTeacher[];
  standing: Standing;
}

/**
 * Season of one round. Teachers are asked whether they are ready (or consent, with `before`), those who are get proposals, and
 * each failed one is planned again among the willing. States, steps, deadlines and consent are the product's own functions. The clock
 * advances by the minute.
 */
export class SimulatedSeason {
  readonly teachers: readonly SeasonTeacher[];
  readonly agreements: SeasonAgreement[] = [];
  /** Teachers in agreements that hold, at the end of each day. */
  readonly movedByDay: number[] = [];
  readonly #options: SeasonOptions;
  readonly #way: (typeof simulatedConsents)[keyof typeof simulatedConsents];
  readonly #random: () => number;
  readonly #strata: ReadonlyMap<string, readonly SeasonTeacher[]>;
  /** Strata to plan. */
  readonly #due = new Set<string>();
  readonly #events = new Map<number, (() => void)[]>();
  #minute = 0;

  constructor(offers: Iterable<Offer>, options: SeasonOptions) {
    this.#options = options;
    this.#way = simulatedConsents[options.consent];
    this.#random = randomFrom(options.seed + 1_000_003);
    const posted = [...offers];
    const proofs = randomFrom(options.seed + 2_000_003);
    this.teachers = posted.map((offer, index) => {
      const isSilent = index < options.silent * posted.length;
      return {
        offer,
        isWilling: this.#random() < options.accept,
        isSilent,
        isProven: proofs() < options.proven && !isSilent,
        answers: { yes: 0, refused: 0 },
        wasSilent: false,
        acceptsForMe: this.#random() < ACCEPTS_FOR_ME && !isSilent,
        readyUntil: null,
        yes: new Map(),
        current: undefined,
      };
    });
    this.#strata = Map.groupBy(this.teachers, ({ offer }) => offer.stratum);
  }

  run(): void {
    const { firstPlan, plannedEvery } = this.#way;
    for (const teacher of this.teachers) this.#askWhetherReady(teacher);
    for (; this.#minute < this.#options.days * DAY; this.#minute++) {
      for (const event of this.#events.get(this.#minute) ?? []) event();
      this.#events.delete(this.#minute);
      if (this.#minute >= firstPlan * HOUR && this.#minute % (plannedEvery * HOUR) === 0) this.#plan();
      if (this.#minute % DAY === DAY - 1) this.movedByDay.push(countMoved(this.agreements));
    }
  }

  get #now(): number {
    return this.#minute * MINUTE_MS;
  }

  /** Schedules an event for the next minute at the earliest, because the events of the current one may already be done. */
  #after(minutes: number, event: () => void): void {
    const at = this.#minute + Math.max(1, Math.round(minutes));
    const events = this.#events.get(at) ?? [];
    this.#events.set(at, events);
    events.push(event);
  }

  /** Returns an exponentially distributed answer time. */
  #delay(): number {
    return -Math.log(1 - this.#random()) * this.#options.answerHours * HOUR;
  }

  #askWhetherReady(teacher: SeasonTeacher): void {
    if (teacher.isSilent) this.#after(1, () => this.#becomeReady(teacher));
    if (teacher.isSilent) return;
    if (!teacher.isWilling && this.#random() >= REFUSES_OPENLY) return;
    const delay = this.#delay();
    if (teacher.isWilling) this.#after(delay, () => this.#becomeReady(teacher));
  }

  #becomeReady(teacher: SeasonTeacher): void {
    teacher.readyUntil = this.#now + READY_TIME;
    this.#due.add(teacher.offer.stratum);
  }

  #plan(): void {
    const due = [...this.#due];
    this.#due.clear();
    for (const stratum of due) {
      const free = (this.#strata.get(stratum) ?? []).filter(
        ({ readyUntil, current, wasSilent }) =>
          isReady(readyUntil, this.#now) && current === undefined && !wasSilent,
      );
      const byName = new Map(free.map((teacher) => [teacher.offer.teacher, teacher]));
      for (const teachers of planRound(this.#offersOf(free), {
        ...{ maxRing: firstRules.largestGroup, survival: this.#way.survival, effort: EFFORT },
        ...{ excluded: new Map(), ended: new Set(), seed: this.#options.seed },
      }))
        this.#propose(teachers.flatMap((name) => byName.get(name) ?? []));
    }
  }

  #offersOf(teachers: readonly SeasonTeacher[]): RoundOffer[] {
    const histories = teachers.map(({ isProven, answers }) => ({ signs: isProven ? 1 : 0, ...answers }));
    const chances = yesProbabilities(histories, this.#way.survival);
    return teachers.map(({ offer, isProven }, index) => ({
      ...offer,
      id: offer.teacher,
      isProven,
      probability: chances[index] ?? this.#way.survival,
    }));
  }

  #propose(members: readonly SeasonTeacher[]): void {
    const { answered, silenceAgrees } = this.#way;
    const seats = members.map(({ offer: { teacher } }) => ({ teacher, answer: 'open' as const, steps: [] }));
    const deadline = this.#now + answered * HOUR * MINUTE_MS;
    const standing: Standing = { state: 'proposed', deadline, silenceAgrees, seats, reason: null };
    const agreement = { members, standing };
    this.agreements.push(agreement);
    for (const [index, member] of members.entries()) {
      member.current = agreement;
      const goal = members[(index + 1) % members.length]?.offer.from ?? '';
      if (member.isSilent) continue;
      if (silenceAgrees && member.isProven) this.#mayObject(agreement, member);
      else this.#ask(agreement, member, goal);
    }
    this.#after(answered * HOUR, () => this.#reachDeadline(agreement));
  }

  /** Counts silence as agreement at the deadline, or lets the proposal lapse. */
  #reachDeadline(agreement: SeasonAgreement): void {
    if (!this.#way.silenceAgrees) return void this.#take(agreement, { kind: 'expire' });
    const { members, standing } = agreement;
    const silent = members.filter((_member, index) => standing.seats[index]?.answer === 'open');
    // The silence of a teacher without a proven phone agrees to nothing.
    if (silent.some(({ isProven }) => !isProven)) return void this.#take(agreement, { kind: 'expire' });
    for (const { offer } of silent) this.#take(agreement, { kind: 'silence', by: offer.teacher });
    this.#conclude(agreement);
  }

  /** Lets a teacher who changed their mind object. After the deadline the objection is refused, like a late no. */
  #mayObject(agreement: SeasonAgreement, { offer: { teacher: by } }: SeasonTeacher): void {
    if (this.#random() >= CHANGES_MIND) return;
    this.#after(this.#delay(), () => this.#take(agreement, { kind: 'answer', by, answer: 'no' }));
  }

  #ask(agreement: SeasonAgreement, member: SeasonTeacher, place: string): void {
    const answer = (given: 'yes' | 'no') => () => this.#answer(agreement, member, given, place);
    const readySince = member.readyUntil === null ? null : member.readyUntil - READY_TIME;
    const yesGivenAt = member.yes.get(place) ?? readySince;
    const { acceptsForMe } = member;
    if (howToAsk({ yesGivenAt, acceptsForMe }, this.#now) === 'accepted') {
      this.#after(1, answer('yes'));
      return;
    }
    const chance = this.#random();
    if (chance < FALLS_SILENT) return;
    this.#after(this.#delay(), answer(chance < FALLS_SILENT + CHANGES_MIND ? 'no' : 'yes'));
  }

  #answer(agreement: SeasonAgreement, member: SeasonTeacher, answer: 'yes' | 'no', place: string): void {
    const isTaken = this.#take(agreement, { kind: 'answer', by: member.offer.teacher, answer });
    if (isTaken && answer === 'yes') {
      member.yes.set(place, this.#now);
      this.#conclude(agreement);
    } else if (isTaken) {
      member.yes.delete(place);
    } else if (answer === 'yes' && member.readyUntil === null && member.current === undefined) {
      // A member who answered too late but is still willing becomes ready again with one tap.
      this.#becomeReady(member);
    }
  }

  #conclude(agreement: SeasonAgreement): void {
    if (!allAgree(agreement.standing)) return;
    this.#take(agreement, { kind: 'conclude', hindrance: null });
    if (agreement.standing.state === 'agreed') this.#passPortal(agreement);
  }

  /** Simulates the portal: submission, order within three days, joining within seven; some members leave on the way. */
  #passPortal(agreement: SeasonAgreement): void {
    const submission = this.#delay();
    const order = submission + ORDER_DAYS * DAY;
    const tick = (by: string, step: PortalStep) => () => this.#take(agreement, { kind: 'tick', by, step });
    this.#after(submission, tick(agreement.members[0]?.offer.teacher ?? '', 'submitted'));
    for (const { offer, isSilent } of agreement.members) {
      if (isSilent) continue;
      const by = offer.teacher;
      this.#after(submission + this.#delay(), tick(by, 'otp'));
      this.#after(order, tick(by, 'ordered'));
      this.#after(order + this.#random() * 7 * DAY, tick(by, 'joined'));
      if (this.#random() < LEAVES)
        this.#after(this.#random() * order, () => this.#take(agreement, { kind: 'leave', by }));
    }
  }

  /**
   * Applies a step.
   * @returns false if it comes too late.
   */
  #take(agreement: SeasonAgreement, step: AgreementStep): boolean {
    const taken = takeStep(agreement.standing, step, this.#now);
    if (!taken.ok) return false;
    agreement.standing = taken.standing;
    if (taken.standing.state !== 'proposed' && !holds(agreement)) this.#release(agreement, step);
    return true;
  }

  /** Plans the willing members again. Those who said no, left or never answered are no longer ready. */
  #release({ members, standing }: SeasonAgreement, step: AgreementStep): void {
    for (const [index, member] of members.entries()) {
      const answer = standing.seats[index]?.answer;
      const hasLeft = step.kind === 'leave' && step.by === member.offer.teacher;
      const isConsent = this.#way.silenceAgrees && member.isProven;
      const isSilent = standing.reason === 'deadline' && answer === 'open' && !isConsent;
      const isRefusal = answer === 'no' || hasLeft || isSilent;
      if (isRefusal) member.readyUntil = null;
      if (isRefusal) member.answers.refused += 1;
      else if (answer === 'yes') member.answers.yes += 1;
      member.wasSilent ||= isSilent;
      member.current = undefined;
      if (member.isSilent) this.#after(1, () => this.#becomeReady(member));
      this.#due.add(member.offer.stratum);
    }
  }
}

function holds({ standing: { state } }: SeasonAgreement): boolean {
  return isBinding(state) || state === 'completed';
}

/** Returns the number of teachers in agreements that hold. A group with a silent account moves nobody, whatever its state. */
export function countMoved(agreements: readonly SeasonAgreement[]): number {
  const real = agreements.filter((one) => holds(one) && !one.members.some(({ isSilent }) => isSilent));
  return real.reduce((sum, { members }) => sum + members.length, 0);
}

/**
 * Returns the number of teachers who move if the rings of one plan are shown once, and every ring with only willing
 * members takes place.
 */
export function movedInOneShot(teachers: readonly SeasonTeacher[], maxRing: number): number {
  const willing = new Set(
    teachers.filter(({ isWilling, isSilent }) => isWilling && !isSilent).map(({ offer }) => offer.teacher),
  );
  const { rings } = planOf(
    teachers.map(({ offer }) => offer),
    { maxRing },
  );
  const whole = rings.filter((ring) => ring.teachers.every((teacher) => willing.has(teacher)));
  return whole.reduce((sum, ring) => sum + ring.teachers.length, 0);
}
