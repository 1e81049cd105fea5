import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';

/** State of the history entry after posting: the posted requests, first place first. Other entries have other state. */
export interface Posted {
  readonly posted?: readonly TransferRequest[];
}
