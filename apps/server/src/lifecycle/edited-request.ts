import { isDeepStrictEqual } from 'node:util';
import { ANY_BLOCK, blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import {
  type NewTransferRequest,
  newTransferRequest,
  type RequestEdit,
} from '@mutual-transfer/domain/requests/transfer-request';
import type { Kysely } from 'kysely';
import type { Database, RequestRow } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import type { OwnRequest } from '../members/lock-members.ts';
import { findRequest } from '../members/requests.queries.ts';
import { type FieldRisks, findFieldRisks } from '../notices/review/text-review.ts';

/** Returns the texts that need a review before others may read them. */
export function textsOf({ reason, additionalInfo }: Pick<NewTransferRequest, 'reason' | 'additionalInfo'>) {
  return { reason, additionalInfo };
}

/**
 * Finds the risks in the texts after an edit. Runs before the transaction of the edit.
 *
 * @returns `undefined` if the request does not exist or belongs to another teacher.
 */
export async function checkTexts(
  db: Kysely<Database>,
  { userId, id }: OwnRequest,
  edit: RequestEdit,
): Promise<CheckedTexts | undefined> {
  const stored = await findRequest(db, id);
  if (stored?.user_id !== userId) return undefined;
  const texts = {
    reason: edit.reason ?? stored.reason,
    additionalInfo: edit.additionalInfo ?? stored.additional_info,
  };
  return { texts, risks: findFieldRisks(texts) };
}

interface CheckedTexts {
  readonly texts: ReturnType<typeof textsOf>;
  readonly risks: FieldRisks;
}

/** Returns the risks of the changed texts. Leaves out unchanged texts of an active request, which were reviewed before it became active. */
export function risksOfChanged(
  request: RequestRow,
  edited: NewTransferRequest,
  checked: CheckedTexts | undefined,
): FieldRisks {
  const before: Record<string, string> = { reason: request.reason, additionalInfo: request.additional_info };
  const after: Record<string, string> = textsOf(edited);
  // Another edit may have changed a text since the review.
  const risks = isDeepStrictEqual(after, checked?.texts) ? (checked?.risks ?? {}) : findFieldRisks(after);
  const isChanged = (field: string) => request.status !== 'active' || before[field] !== after[field];
  return Object.fromEntries(Object.entries(risks).filter(([field]) => isChanged(field)));
}

/** A field that is missing here would be emptied by every edit of another field. */
type StatedField = Exclude<keyof RequestEdit, 'sendForReview'>;

/** Returns the whole request after the edit, validated like a new one. */
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
  } satisfies Record<StatedField, unknown>;
  const edited = newTransferRequest.safeParse({ ...before, ...input });
  if (!edited.success) throw new AppError('validation_failed', { issues: edited.error.issues });
  return edited.data;
}
