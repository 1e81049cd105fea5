import { ANY_BLOCK, blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import {
  type NewTransferRequest,
  newTransferRequest,
  type RequestEdit,
} from '@mutual-transfer/domain/requests/transfer-request';
import type { RequestRow } from '../database/schema.ts';
import { AppError } from '../errors.ts';

/** What is looked at before others may read it. */
export function textsOf({ reason, additionalInfo }: Pick<NewTransferRequest, 'reason' | 'additionalInfo'>) {
  return { reason, additionalInfo };
}

/** Of an active request the texts that change: the others were looked at. */
export function changedTexts(request: RequestRow, edited: NewTransferRequest): Record<string, string> {
  const before: Record<string, string> = {
    reason: request.reason,
    additionalInfo: request.additional_info,
  };
  const isKnown = ([field, text]: [string, string]) => request.status === 'active' && before[field] === text;
  return Object.fromEntries(Object.entries(textsOf(edited)).filter((entry) => !isKnown(entry)));
}

/** The whole request as it will be, held to the rules of a new one. */
export function checkedEdit(request: RequestRow, input: RequestEdit): NewTransferRequest {
  const before = {
    desiredDistrict: districtByCode(request.desired_district).name,
    desiredBlock: request.desired_block === null ? ANY_BLOCK : blockByCode(request.desired_block).name,
    subject: subjectByCode(request.subject).name,
    classRange: request.class_range,
    reason: request.reason,
    urgency: request.urgency,
    contactPreference: request.contact_preference,
    additionalInfo: request.additional_info,
  };
  const edited = newTransferRequest.safeParse({ ...before, ...input });
  if (!edited.success) throw new AppError('validation_failed', { issues: edited.error.issues });
  return edited.data;
}
