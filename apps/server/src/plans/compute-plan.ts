import type { PlanFigures } from '@mutual-transfer/domain/matching/plan';
import type { PlanReason } from '@mutual-transfer/domain/matching/plan-reasons';
import type { NamedRing } from '@mutual-transfer/matching/clearing/named-rings';
import { boundForPlan, type Plan, planOfWorld } from '@mutual-transfer/matching/clearing/plan';
import type { DeepOptions, PlanProgress } from '@mutual-transfer/matching/clearing/plan-options';
import { type World, worldOf } from '@mutual-transfer/matching/clearing/stratum-graph';
import type { OffersToPlan } from './offers-to-plan.ts';
import type { TeachersByReason } from './plan-reasons.ts';
import { districtsOf, gapOf, lengthsOf, strataOf } from './present-figures.ts';
import { type KeptRing, packRings } from './ring-batches.ts';

/** What is asked of a plan. */
export interface PlanGoal {
  readonly maxRing: number;
  readonly survival: number;
  /** Seconds that the deep plan may take once the fast one is made; 0 for the fast plan alone. */
  readonly deepSeconds: number;
  /** Whether each teacher is to be told why they are moved or not. Default false. */
  readonly explain?: boolean;
}

/** What a plan is made from, beside the offers. */
interface PlanTask extends PlanGoal {
  /** The rings of the plan of the night before, which are left only for a gain. Default none. */
  readonly previous?: readonly NamedRing[];
}

/** The best plan so far of a deep one, and what no plan exceeds. */
export interface BestSoFar {
  readonly moves: number;
  readonly bound: number;
}

type OnProgress = (progress: number, best?: BestSoFar) => void;

/** A finished plan as it is stored. */
export interface ComputedPlan {
  readonly figures: PlanFigures;
  readonly batches: readonly Uint8Array[];
  /** Empty unless they were asked for, or where a plan of shorter rings is the best. */
  readonly reasons: TeachersByReason;
}

/** The plans of every cap, from pairs to the longest rings asked for. */
interface PlansByCap {
  /** The best of them: rings of at most the longest. */
  readonly best: Plan;
  /** The plan of the longest rings asked for, whose bounds hold for all of them. */
  readonly longest: Plan;
  readonly byLongestRing: PlanFigures['byLongestRing'];
}

/** Shares of the progress that are done when the offers are read, and when the bound is known. */
const AFTER_READING = 0.05;
const AFTER_BOUND = 0.15;
const SHARE_OF_RINGS = 0.5;
/** Share of the progress that is done when a deep plan begins. */
const BEFORE_DEEP = 0.3;
/** Plans between that of pairs and the one asked for are figures alone: one to three per cent short, in half the time. */
const EFFORT_BETWEEN = 0.25;

/** Plans, and says how far it is, from 0 to 1. Long: never on the thread that answers requests. */
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
  return { figures, batches: packRings(keptRings(world, best)), reasons: byReason(best) };
}

/** One bound serves them all. Shorter rings are allowed under a longer cap too, so no cap is given less than the one before. */
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

/** The clock of a deep plan, which begins when the deep plan does: the best rings found until then are given when it is over. */
function deepFor(seconds: number): DeepOptions & { readonly share: () => number } {
  let start: number | undefined;
  const share = () => {
    start ??= performance.now();
    return Math.min(1, (performance.now() - start) / (1_000 * seconds));
  };
  return { isOver: () => share() >= 1, share };
}

/** The progress of a part, as a part of the whole. */
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

function* keptRings({ table }: World, { rings }: Plan): Iterable<KeptRing> {
  const posting = new Map<string, string>();
  const places = table.fromOf.view();
  table.teacherOf.view().forEach((teacher, row) => {
    posting.set(table.teachers.names[teacher] ?? '', table.places.names[places[row] ?? -1] ?? '');
  });
  for (const { stratum, teachers } of rings) {
    yield { stratum, members: teachers.map((userId) => ({ userId, block: posting.get(userId) ?? '' })) };
  }
}
