import { SCORE_BANDS } from '@mutual-transfer/domain/constants';
import type { Tone } from './tag.tsx';

const [excellent, good, fair] = SCORE_BANDS;

/** Returns the tone of a score: from 90 good, from 70 fair, from 50 quiet, otherwise faint. */
export function scoreTone(score: number): Tone {
  if (score >= excellent) return 'good';
  if (score >= good) return 'fair';
  return score >= fair ? 'low' : 'faint';
}
