import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import type { Tone } from '../ui/tag.tsx';

/** Tone of each state: good while the agreement holds, fair while answers are missing. */
export const toneOfState: Readonly<Record<Agreement['state'], Tone>> = {
  proposed: 'fair',
  agreed: 'good',
  in_progress: 'good',
  completed: 'good',
  declined: 'low',
  lapsed: 'low',
  superseded: 'low',
  broken: 'low',
};
