import { Worker } from 'node:worker_threads';
import { planOf } from '@mutual-transfer/matching/clearing/plan';
import type { KnownOffer } from '@mutual-transfer/matching/live/ring-graph';

/** What a round plans for. */
export interface RoundGoal {
  readonly maxRing: number;
  /** The chance that one teacher says yes. */
  readonly survival: number;
}

/** Rings by the requests of their members, each taking the place of the next. */
export type RequestRings = readonly (readonly string[])[];

/** So many are planned within some tens of milliseconds; more on a thread of their own. */
const FEW = 150;

/** Plans rings over the offers that move the most teachers expected. */
export function planReady(offers: readonly KnownOffer[], goal: RoundGoal): Promise<RequestRings> {
  if (offers.length <= FEW) return Promise.resolve(ringsOver(offers, goal));
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./plan-ready-worker.ts', import.meta.url), {
      workerData: { offers, goal },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that plans a round ended without a plan.')));
  });
}

/** The plan as rings of requests: of a teacher's offers the one that accepts the next one's place. */
export function ringsOver(offers: readonly KnownOffer[], { maxRing, survival }: RoundGoal): RequestRings {
  const byTeacher = Map.groupBy(offers, ({ teacher }) => teacher);
  const { rings } = planOf(offers, { maxRing, survival });
  return rings.flatMap(({ stratum, teachers }) => {
    const seats = teachers.map((teacher) =>
      (byTeacher.get(teacher) ?? []).filter((offer) => offer.stratum === stratum),
    );
    const chosen = seats.flatMap((mine, index) => {
      const next = seats[(index + 1) % seats.length]?.[0]?.from ?? '';
      return mine.find(({ to }) => to.includes(next))?.id ?? [];
    });
    return chosen.length === teachers.length ? [chosen] : [];
  });
}
