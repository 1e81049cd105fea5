import { SCORE_BANDS } from '@mutual-transfer/domain/constants';
import type { Tone } from './tag.tsx';

const [excellent, good] = SCORE_BANDS;

/** The colour of a score: 90 and more is good, 70 and more fair, the rest quiet. */
export function scoreTone(score: number): Tone {
  if (score >= excellent) return 'good';
  return score >= good ? 'fair' : 'low';
}
