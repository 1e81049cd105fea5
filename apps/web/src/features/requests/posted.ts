import type { Match } from '@mutual-transfer/domain/match';
import type { TransferRequest } from '@mutual-transfer/domain/transfer-request';

/** What posting a request answers. */
export interface Posted {
  readonly request: TransferRequest;
  readonly matches: readonly Match[];
  readonly total: number;
}
