import { parentPort, workerData } from 'node:worker_threads';
import {
  planRound,
  type RequestRings,
  type RoundGoal,
  type RoundOffer,
} from '@mutual-transfer/matching/clearing/plan-round';
import type { ThreadNews } from '../matching/plans/plan-thread.ts';

/** Entry point of the worker thread that plans a round. */
const { offers, goal } = workerData as { offers: readonly RoundOffer[]; goal: RoundGoal };
const outcome = planRound(offers, goal);
parentPort?.postMessage({ outcome } satisfies ThreadNews<RequestRings>);
