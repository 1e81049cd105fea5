import type { Match } from '@mutual-transfer/domain/match';

/** What posting a request answers. */
export interface Posted {
  readonly matches: readonly Match[];
  readonly total: number;
}
