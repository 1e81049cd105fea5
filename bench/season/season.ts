import {
  HOLD_TIME,
  howToAsk,
  isGroup,
  isReady,
  ORDER_DAYS,
  READY_TIME,
} from '@mutual-transfer/domain/agreements/agreement-rules';
import {
  type AgreementState,
  type AgreementStep,
  allAgree,
  type Hindrance,
  isBinding,
  type portalSteps,
  takeStep,
} from '@mutual-transfer/domain/agreements/agreement-steps';
import { firstRules } from '@mutual-transfer/domain/matching/policy-rules';
import { planOf } from '@mutual-transfer/matching/clearing/plan';
import type { Offer } from '@mutual-transfer/matching/offer';
import { randomFrom } from '@mutual-transfer/matching/random';
import type { SeasonAgreement, SeasonOptions, SeasonResult, SeasonTeacher } from './season-shapes.ts';
import { type WayOfConsent, waysOfConsent } from './ways-of-consent.ts';

const MINUTE = 60_000;
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
 * Season of one round. Teachers are asked whether they are ready (or consent, with `before`), those who are get proposals, and
 * each failed one is planned again among the willing. States, consent, deadlines and the rules of a group are the product's own
 * functions. The clock advances by the minute.
 */
export class Season {
  readonly agreements: SeasonAgreement[] = [];
  readonly teachers: readonly SeasonTeacher[];
  readonly #options: SeasonOptions;
  readonly #way: WayOfConsent;
  readonly #random: () => number;
  readonly #strata: ReadonlyMap<string, readonly SeasonTeacher[]>;
  readonly #due = new Set<string>();
  readonly #events: (() => void)[][] = [];
  readonly #movedByDay: number[] = [];
  #minute = 0;

  constructor(offers: Iterable<Offer>, options: SeasonOptions) {
    this.#options = options;
    this.#way = waysOfConsent[options.consent];
    this.#random = randomFrom(options.seed + 1_000_003);
    this.teachers = [...offers].map((offer) => ({
      offer,
      isWilling: this.#random() < options.accept,
      acceptsForMe: this.#random() < ACCEPTS_FOR_ME,
      readyUntil: null,
      yes: new Map(),
      current: undefined,
      heldUntil: 0,
    }));
    this.#strata = Map.groupBy(this.teachers, ({ offer }) => offer.stratum);
    for (const teacher of this.teachers) this.#askWhetherReady(teacher);
  }

  /** Current time in milliseconds. */
  get now(): number {
    return this.#minute * MINUTE;
  }

  /**
   * Runs the season.
   * @param onMoment called after each time at which something may have happened.
   */
  run(onMoment: (season: Season) => void = () => {}): SeasonResult {
    for (; this.#minute < this.#options.days * DAY; this.#minute++) {
      if (this.#happens()) onMoment(this);
      if (this.#minute % DAY === DAY - 1) this.#movedByDay.push(this.#countMoved());
    }
    return this.#result();
  }

  #happens(): boolean {
    const events = this.#events[this.#minute] ?? [];
    for (const event of events) event();
    delete this.#events[this.#minute];
    const { firstPlan, plannedEvery } = this.#way;
    const isPlanned = this.#minute >= firstPlan * HOUR && this.#minute % (plannedEvery * HOUR) === 0;
    if (isPlanned) this.#plan();
    return isPlanned || events.length > 0;
  }

  /** Schedules an event for the next minute at the earliest, because the events of the current one may already be done. */
  #after(minutes: number, event: () => void): void {
    const at = this.#minute + Math.max(1, Math.round(minutes));
    const events = this.#events[at];
    if (events === undefined) this.#events[at] = [event];
    else events.push(event);
  }

  /** Returns an exponentially distributed answer time. */
  #delay(): number {
    return -Math.log(1 - this.#random()) * this.#options.answerHours * HOUR;
  }

  #askWhetherReady(teacher: SeasonTeacher): void {
    const answers = teacher.isWilling || this.#random() < REFUSES_OPENLY;
    if (!answers) return;
    this.#after(this.#delay(), () => {
      if (!teacher.isWilling) return;
      teacher.readyUntil = this.now + READY_TIME;
      this.#due.add(teacher.offer.stratum);
    });
  }

  #plan(): void {
    const due = [...this.#due];
    this.#due.clear();
    for (const stratum of due) {
      const free = (this.#strata.get(stratum) ?? []).filter((teacher) => this.#isFree(teacher));
      const byName = new Map(free.map((teacher) => [teacher.offer.teacher, teacher]));
      const offers = free.map(({ offer }) => offer);
      const { rings } = planOf(offers, {
        maxRing: firstRules.largestGroup,
        survival: this.#way.survival,
        effort: EFFORT,
      });
      for (const { teachers } of rings) this.#propose(teachers.flatMap((name) => byName.get(name) ?? []));
    }
  }

  #isFree({ readyUntil, current, heldUntil }: SeasonTeacher): boolean {
    return isReady(readyUntil, this.now) && current === undefined && heldUntil <= this.now;
  }

  #propose(members: readonly SeasonTeacher[]): void {
    if (!isGroup(members.map(groupMember), firstRules)) throw new RangeError('A plan proposes groups.');
    const { answered, silenceAgrees } = this.#way;
    const deadline = this.now + answered * HOUR * MINUTE;
    const seats = members.map(({ offer }) => ({
      teacher: offer.teacher,
      answer: 'open' as const,
      steps: [],
    }));
    const agreement: SeasonAgreement = {
      members,
      standing: { state: 'proposed', deadline, silenceAgrees, seats, reason: null },
    };
    this.agreements.push(agreement);
    for (const member of members) member.current = agreement;
    if (silenceAgrees) for (const member of members) this.#mayObject(agreement, member);
    else
      for (const [index, member] of members.entries()) this.#ask(agreement, member, goalOf(members, index));
    this.#after(answered * HOUR, () => this.#endOfTime(agreement));
  }

  /** At the deadline silence agrees, or the proposal lapses. */
  #endOfTime(agreement: SeasonAgreement): void {
    if (!this.#way.silenceAgrees) return void this.#take(agreement, { kind: 'expire' });
    for (const { offer } of agreement.members) this.#take(agreement, { kind: 'silence', by: offer.teacher });
    this.#conclude(agreement);
  }

  /** A teacher who changed their mind objects. After the deadline the objection is refused, as a late no is. */
  #mayObject(agreement: SeasonAgreement, { offer: { teacher: by } }: SeasonTeacher): void {
    if (this.#random() >= CHANGES_MIND) return;
    this.#after(this.#delay(), () => this.#take(agreement, { kind: 'answer', by, answer: 'no' }));
  }

  #ask(agreement: SeasonAgreement, member: SeasonTeacher, place: string): void {
    const by = member.offer.teacher;
    const say = (answer: 'yes' | 'no') =>
      this.#answer(agreement, member, { kind: 'answer', by, answer }, place);
    const readySince = member.readyUntil === null ? null : member.readyUntil - READY_TIME;
    const yesGivenAt = member.yes.get(place) ?? readySince;
    if (howToAsk({ yesGivenAt, acceptsForMe: member.acceptsForMe }, this.now) === 'accepted') {
      this.#after(1, () => say('yes'));
      return;
    }
    const chance = this.#random();
    if (chance < FALLS_SILENT) return;
    this.#after(this.#delay(), () => say(chance < FALLS_SILENT + CHANGES_MIND ? 'no' : 'yes'));
  }

  #answer(
    agreement: SeasonAgreement,
    member: SeasonTeacher,
    step: AgreementStep & { kind: 'answer' },
    place: string,
  ): void {
    if (!this.#take(agreement, step)) {
      this.#answerLate(member, step.answer);
      return;
    }
    if (step.answer === 'no') {
      member.yes.delete(place);
      return;
    }
    member.yes.set(place, this.now);
    if (agreement.standing.state === 'proposed') member.heldUntil = this.now + HOLD_TIME;
    this.#conclude(agreement);
  }

  #conclude(agreement: SeasonAgreement): void {
    if (!allAgree(agreement.standing)) return;
    this.#take(agreement, { kind: 'conclude', hindrance: this.#hindranceOf(agreement) });
    if (agreement.standing.state === 'agreed') this.#goOn(agreement);
  }

  /** A teacher who answers too late and would still go says once more, with one tap, that they are ready. */
  #answerLate(member: SeasonTeacher, answer: 'yes' | 'no'): void {
    if (answer === 'no' || member.readyUntil !== null || member.current !== undefined) return;
    member.readyUntil = this.now + READY_TIME;
    this.#due.add(member.offer.stratum);
  }

  #hindranceOf(agreement: SeasonAgreement): Hindrance {
    if (agreement.members.some(({ current }) => current !== agreement)) return 'member_taken';
    return isGroup(agreement.members.map(groupMember), firstRules) ? null : 'rules_changed';
  }

  /** Simulates the portal: submission, order within three days, joining within seven; some members leave on the way. */
  #goOn(agreement: SeasonAgreement): void {
    const submission = this.#delay();
    const [first] = agreement.members;
    const tick = (by: string, step: (typeof portalSteps)[number]) => () =>
      this.#take(agreement, { kind: 'tick', by, step });
    this.#after(submission, tick(first?.offer.teacher ?? '', 'submitted'));
    for (const { offer } of agreement.members) {
      const by = offer.teacher;
      const order = submission + ORDER_DAYS * DAY;
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
    const taken = takeStep(agreement.standing, step, this.now);
    if (!taken.ok) return false;
    agreement.standing = taken.standing;
    const { state } = taken.standing;
    if (state !== 'proposed' && state !== 'completed' && !isBinding(state)) this.#release(agreement, step);
    return true;
  }

  /** Plans the willing members again. Those who said no, left or never answered are no longer ready. */
  #release({ members, standing }: SeasonAgreement, step: AgreementStep): void {
    for (const [index, member] of members.entries()) {
      const answer = standing.seats[index]?.answer;
      const hasLeft = step.kind === 'leave' && step.by === member.offer.teacher;
      const isSilent = standing.reason === 'deadline' && answer === 'open';
      if (answer === 'no' || hasLeft || isSilent) member.readyUntil = null;
      member.current = undefined;
      member.heldUntil = 0;
      this.#due.add(member.offer.stratum);
    }
  }

  #countMoved(): number {
    return this.agreements.reduce((sum, { standing, members }) => {
      const holds = isBinding(standing.state) || standing.state === 'completed';
      return sum + (holds ? members.length : 0);
    }, 0);
  }

  #result(): SeasonResult {
    const states: Partial<Record<AgreementState, number>> = {};
    for (const { standing } of this.agreements) states[standing.state] = (states[standing.state] ?? 0) + 1;
    const completed = this.agreements.filter(({ standing }) => standing.state === 'completed');
    return {
      ready: this.teachers.filter(({ readyUntil }) => readyUntil !== null).length,
      proposals: this.agreements.length,
      moved: this.#countMoved(),
      completed: completed.reduce((sum, { members }) => sum + members.length, 0),
      states,
      movedByDay: this.#movedByDay,
    };
  }
}

function goalOf(members: readonly SeasonTeacher[], index: number): string {
  return members[(index + 1) % members.length]?.offer.from ?? '';
}

function groupMember({ offer: { teacher, stratum, from, to } }: SeasonTeacher) {
  return { teacher, subject: stratum, classRange: '', category: null, joinedOn: null, from, to };
}
