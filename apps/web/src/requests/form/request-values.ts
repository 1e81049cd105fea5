import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';

/** Values of the request form, all text. */
export interface RequestValues {
  readonly desiredDistrict: string;
  readonly desiredBlock: string;
  readonly subject: string;
  readonly classRange: string;
  readonly reason: string;
  readonly additionalInfo: string;
  readonly urgency: string;
  readonly contactPreference: string;
}

/** Fields that decide which teachers a request matches. */
const matchedFields = ['desiredDistrict', 'desiredBlock', 'subject', 'classRange'] as const;

/** Returns true if the values change which teachers the request matches. */
export function changesMatched(request: TransferRequest, values: RequestValues): boolean {
  return matchedFields.some((field) => values[field] !== request[field]);
}
