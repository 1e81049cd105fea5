import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';

/**
 * State of the history entry after posting: the posted requests, in the order of the places in the form. Other entries have other state.
 */
export interface Posted {
  readonly posted?: readonly TransferRequest[];
}
