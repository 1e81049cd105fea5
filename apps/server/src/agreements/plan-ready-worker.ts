import {
  planRound,
  type RequestRings,
  type RoundGoal,
  type RoundOffer,
} from '@mutual-transfer/matching/clearing/plan-round';
import { answerOrder } from '../matching/plans/plan-child.ts';

/** Entry point of the child process that plans a round. */
answerOrder<{ offers: readonly RoundOffer[]; goal: RoundGoal }, RequestRings>(({ offers, goal }) =>
  planRound(offers, goal),
);
