import type { DistrictFigures, PlanFigures, PlanReason } from '@mutual-transfer/domain/matching/plan';

import { blockByCode, districts } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { boundForPlan, type Plan, planOfWorld } from '@mutual-transfer/matching/clearing/plan';
import type { DeepOptions, PlanProgress } from '@mutual-transfer/matching/clearing/plan-options';
import type { NamedRing } from '@mutual-transfer/matching/clearing/strata/named-rings';
import { OfferTable } from '@mutual-transfer/matching/clearing/strata/offer-table';
import { type World, worldOf } from '@mutual-transfer/matching/clearing/strata/stratum-graph';
import type pg from 'pg';
import { readActiveOffers } from '../index/active-offers.ts';
import { type OfferRules, partsOfStratum } from '../index/request-offer.ts';
import type { TeachersByReason } from './latest-plan.ts';
import { packRings, type StoredRing } from './stored-rings.ts';

/** Parameters of a plan. */
export interface PlanGoal {
  maxRing: number;
  survival: number;
  /** Time limit in seconds of the deep plan, without its first rings; 0 for a usual plan only. */
  deepSeconds: number;
  /** True to return the reason of each teacher. Defaults to false. */
  explain?: boolean;
}

/** Input of a plan besides the offers. */
interface PlanTask extends PlanGoal {
  /** Rings of the previous nightly plan, which are left only for a gain. Defaults to none. */
  previous?: readonly NamedRing[];
}

/** Best result of a deep plan so far, and upper bound of every plan. */
export interface BestSoFar {
  moves: number;
  bound: number;
}

type OnProgress = (progress: number, best?: BestSoFar) => void;

/** Completed plan in its stored form. */
export interface ComputedPlan {
  figures: PlanFigures;
  batches: readonly Uint8Array[];
  /** Teachers by reason. Empty if not requested, and if a plan with shorter rings is the best one. */
  reasons: TeachersByReason;
}

/** Plans for every maximum ring length, from 2 to the requested maximum. */
interface PlansByCap {
  /** Best of these plans. Its maximum ring length may be below the requested one. */
  best: Plan;
  /** Plan for the requested maximum. Its upper bounds also hold for the plans with shorter rings. */
  longest: Plan;
  byLongestRing: PlanFigures['byLongestRing'];
}

/** Progress after the offers were read, and after the bound was computed. */
const AFTER_READING = 0.05;
const AFTER_BOUND = 0.15;
const SHARE_OF_RINGS = 0.5;
/** Progress when the deep plan starts. */
const BEFORE_DEEP = 0.3;
/**
 * Effort of the plans for maximum ring lengths between 2 and the requested one. Only the figures of these plans are used; they are one to
 * three per cent lower than with full effort, and take half the time.
 */
const EFFORT_BETWEEN = 0.25;

/** Work of a deep plan, which therefore ends although its clock stood still. */
const DEEP_EFFORT = 1;

/** Computes a plan and reports progress from 0 to 1. Takes long, so it must not run on the thread that serves requests. */
export function computePlan(offers: OffersToPlan, goal: PlanTask, onProgress: OnProgress): ComputedPlan {
  const start = performance.now();
  onProgress(AFTER_READING);
  const world = worldOf(offers.table);
  const { best, longest, byLongestRing } = planByCap(world, goal, onProgress);
  const figures = {
    offers: best.offers,
    teachers: best.teachers,
    bound: best.bound,
    cappedBound: longest.cappedBound,
    gap: gapOf(best, longest),
    moved: best.moved,
    expectedMoves: best.expectedMoves,
    share: best.share,
    byLongestRing,
    ringsByLength: lengthsOf(best),
    districts: districtsOf(best, offers.wanting),
    strata: strataOf(best, longest),
    milliseconds: Math.round(performance.now() - start),
  };
  return { figures, batches: packRings(storedRings(world, best)), reasons: byReason(best) };
}

/**
 * Computes the plans for all maximum ring lengths from one bound. A longer maximum also allows shorter rings, so for each maximum at least
 * the moves of the previous one are reported.
 */
function planByCap(
  world: World,
  { maxRing, survival, deepSeconds, explain = false, previous = [] }: PlanTask,
  onProgress: OnProgress,
): PlansByCap {
  const bound = boundForPlan(world, { onProgress: within(AFTER_READING, AFTER_BOUND, onProgress) });
  const caps = Array.from({ length: maxRing - 1 }, (_, index) => index + 2);
  const afterFast = deepSeconds > 0 ? BEFORE_DEEP : 1;
  const step = (afterFast - AFTER_BOUND) / caps.length;
  const deep = deepSeconds > 0 ? deepFor(deepSeconds) : undefined;
  let best: Plan | undefined;
  let longest: Plan | undefined;
  const byLongestRing = caps.map((cap, index) => {
    const from = AFTER_BOUND + index * step;
    const plan = planOfWorld(world, bound, {
      maxRing: cap,
      survival,
      effort: cap === 2 || cap === maxRing ? 1 : EFFORT_BETWEEN,
      ...(cap === maxRing ? { deep, explain, previous } : {}),
      onProgress: (progress) => {
        if (progress.stage === 'deep')
          onProgress(afterFast + (1 - afterFast) * (deep?.share() ?? 1), bestOf(progress));
        else within(from, from + step, onProgress)(progress);
        return undefined;
      },
    });
    longest = plan;
    best = best !== undefined && best.expectedMoves > plan.expectedMoves ? best : plan;
    return { maxRing: cap, moved: best.moved };
  });
  if (best === undefined || longest === undefined) throw new RangeError('A ring has at least two teachers.');
  return { best, longest, byLongestRing };
}

function bestOf({ objective = 0, objectiveBound = 0 }: PlanProgress): BestSoFar {
  return { moves: objective, bound: objectiveBound };
}

function byReason({ reasons = [] }: Plan): TeachersByReason {
  const teachers: Partial<Record<PlanReason, string[]>> = {};
  for (const { teacher, code } of reasons) {
    teachers[code] ??= [];
    teachers[code].push(teacher);
  }
  return teachers;
}

/**
 * Returns the options of a deep plan with a bound on its work and a time limit, which starts when it is first asked. When it ends, the best rings found so
 * far are used.
 */
function deepFor(seconds: number): DeepOptions & { share: () => number } {
  let start: number | undefined;
  const share = () => {
    start ??= performance.now();
    return Math.min(1, (performance.now() - start) / (1_000 * seconds));
  };
  return { effort: DEEP_EFFORT, isOver: () => share() >= 1, share };
}

/** Returns a callback that converts the progress of a part of the computation to the progress of the whole. */
function within(from: number, to: number, onProgress: OnProgress) {
  return ({ stage, done, strata }: PlanProgress): undefined => {
    const part = strata === 0 ? 1 : done / strata;
    const share = {
      bound: part,
      rings: part * SHARE_OF_RINGS,
      exchange: 1 - (1 - part) * (1 - SHARE_OF_RINGS),
      deep: 1,
    };
    onProgress(from + (to - from) * share[stage]);
  };
}

function* storedRings({ table }: World, { rings }: Plan): Iterable<StoredRing> {
  const posting = new Map<string, string>();
  const places = table.fromOf.view();
  table.teacherOf.view().forEach((teacher, row) => {
    posting.set(table.teachers.names[teacher] ?? '', table.places.names[places[row] ?? -1] ?? '');
  });
  for (const { stratum, teachers } of rings) {
    yield { stratum, members: teachers.map((userId) => ({ userId, block: posting.get(userId) ?? '' })) };
  }
}

/** Offers of all active requests, read in one statement. */
interface OffersToPlan {
  table: OfferTable;
  /** Number of requests for each district, by the code of the district. */
  wanting: ReadonlyMap<string, number>;
}

/** Reads the offers of all active requests whose teachers have served long enough. */
export async function readOffersToPlan(client: pg.ClientBase, rules: OfferRules): Promise<OffersToPlan> {
  const table = new OfferTable();
  const wanting = new Map<string, number>();
  await readActiveOffers(client, rules, (offer, { to_district }) => {
    table.add(offer);
    wanting.set(to_district, (wanting.get(to_district) ?? 0) + 1);
  });
  return { table, wanting };
}

/** Returns the number of rings per length, shortest first. */
function lengthsOf({ ringsByLength }: Plan): PlanFigures['ringsByLength'] {
  return Object.entries(ringsByLength)
    .map(([length, rings]) => ({ length: Number(length), rings }))
    .sort((a, b) => a.length - b.length);
}

/** Returns the plan's figures for every district, in the order of the reference data. */
function districtsOf({ perPlace }: Plan, wanting: ReadonlyMap<string, number>): PlanFigures['districts'] {
  const byCode = new Map<string, DistrictFigures>(
    districts.map(({ code, name }) => [
      code,
      { district: name, leaving: 0, coming: wanting.get(code) ?? 0, moved: 0 },
    ]),
  );
  for (const { place, offers, moved } of perPlace) {
    const figures = byCode.get(blockByCode(place).districtCode);
    if (figures === undefined) continue;
    figures.leaving += offers;
    figures.moved += moved;
  }
  return [...byCode.values()];
}

/**
 * Returns the optimality gap of a plan: the relative difference between its objective and the bound that was proved for the longest rings
 * requested.
 */
function gapOf(
  { objective }: Pick<Plan, 'objective'>,
  { objectiveBound }: Pick<Plan, 'objectiveBound'>,
): number {
  return objectiveBound === 0 ? 0 : Math.max(0, 1 - objective / objectiveBound);
}

/**
 * Returns the figures of every stratum, largest first.
 *
 * @param longest Plan for the longest rings requested. Its upper bounds also hold for plans with shorter rings.
 */
function strataOf(plan: Plan, longest: Plan): PlanFigures['strata'] {
  const ofLongest = new Map(longest.perStratum.map((each) => [each.stratum, each]));
  return plan.perStratum
    .map((each) => {
      const { stratum, teachers, bound, moved, expectedMoves } = each;
      const bounds = ofLongest.get(stratum) ?? each;
      const { cappedBound } = bounds;
      const { subject, ...parts } = partsOfStratum(stratum);
      const name = subject === null ? null : subjectByCode(subject).name;
      const figures = { teachers, bound, cappedBound, gap: gapOf(each, bounds), moved, expectedMoves };
      return { subject: name, ...parts, ...figures };
    })
    .sort((a, b) => b.teachers - a.teachers);
}
