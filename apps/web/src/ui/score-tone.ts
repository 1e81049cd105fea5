import { SCORE_BANDS } from '@mutual-transfer/domain/constants';
import type { Tone } from './tag.tsx';

const [excellent, good, fair] = SCORE_BANDS;

/** The colour of a score: 90 and more is good, 70 and more fair, 50 and more quiet, the rest faint. */
export function scoreTone(score: number): Tone {
  if (score >= excellent) return 'good';
  if (score >= good) return 'fair';
  return score >= fair ? 'low' : 'faint';
}
