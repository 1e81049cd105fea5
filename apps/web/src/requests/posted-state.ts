import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';

/** What the history entry of a posting's result keeps: what was posted, that of the first place first; other entries keep something else. */
export interface Posted {
  readonly posted?: readonly TransferRequest[];
}
