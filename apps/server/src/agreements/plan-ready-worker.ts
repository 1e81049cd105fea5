import { parentPort, workerData } from 'node:worker_threads';
import type { GraphOffer } from '@mutual-transfer/matching/live/ring-graph';
import type { ThreadNews } from '../matching/plans/plan-thread.ts';
import { type RequestRings, type RoundGoal, ringsOver } from './plan-ready.ts';

/** Entry point of the worker thread that plans a round. */
const { offers, goal } = workerData as { offers: readonly GraphOffer[]; goal: RoundGoal };
const outcome = ringsOver(offers, goal);
parentPort?.postMessage({ outcome } satisfies ThreadNews<RequestRings>);
