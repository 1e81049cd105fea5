import {
  MAXIMUM_ACTIVE_REQUESTS,
  MILLISECONDS_A_DAY,
  REQUEST_LIFETIME_DAYS,
} from '@mutual-transfer/domain/constants';
import { type Place, placeOf } from '@mutual-transfer/domain/place';
import { subjectByName } from '@mutual-transfer/domain/reference/subjects';
import type { NewTransferRequest } from '@mutual-transfer/domain/transfer-request';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database, NewRequestRow, UserRow } from '../../database/schema.ts';
import { AppError } from '../../errors.ts';
import { refreshProjections } from '../../people/projections.ts';

/**
 * Posts a request of that teacher and makes it an offer in the same transaction.
 *
 * @returns the id of the new request.
 * @throws {AppError} `validation_failed` for the teacher's own place, `too_many_requests_active`,
 * `request_duplicate`, `forbidden` for somebody who has no posting.
 */
export async function postRequest(
  db: Kysely<Database>,
  userId: string,
  input: NewTransferRequest,
  now: Date,
): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, userId);
    const values = newRequest(user, input, now);
    await refuseSixth(transaction, userId);
    await transaction.insertInto('requests').values(values).execute();
    await refreshProjections(transaction, userId);
    return values.id;
  });
}

/** Holds the person's row, so that their requests change one at a time. */
function lockUser(transaction: Transaction<Database>, userId: string): Promise<UserRow> {
  return transaction
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function refuseSixth(transaction: Transaction<Database>, userId: string): Promise<void> {
  const active = await transaction
    .selectFrom('requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .execute();
  if (active.length >= MAXIMUM_ACTIVE_REQUESTS) {
    throw new AppError('too_many_requests_active', { values: { maximum: MAXIMUM_ACTIVE_REQUESTS } });
  }
}

function newRequest(user: UserRow, input: NewTransferRequest, created_at: Date): NewRequestRow {
  const desired = desiredPlace(user, input);
  const subject = subjectByName(input.subject)?.code;
  if (subject === undefined) throw new AppError('validation_failed', { fields: { subject: 'field.choice' } });
  const privacy = input.privacySettings;
  return {
    id: newId({ msecs: created_at.getTime() }),
    user_id: user.id,
    desired_district: desired.districtCode,
    desired_block: desired.blockCode,
    subject,
    class_range: input.classRange,
    reason: input.reason,
    additional_info: input.additionalInfo,
    urgency: input.urgency,
    contact_preference: input.contactPreference,
    hide_name: privacy.hideName ?? false,
    hide_phone: privacy.hidePhone ?? false,
    hide_email: privacy.hideEmail ?? false,
    hide_school_name: privacy.hideSchoolName ?? false,
    created_at,
    expires_at: new Date(created_at.getTime() + REQUEST_LIFETIME_DAYS * MILLISECONDS_A_DAY),
  };
}

function desiredPlace(user: UserRow, input: NewTransferRequest): Place {
  if (user.block === null) throw new AppError('forbidden');
  const desired = placeOf(input.desiredDistrict, input.desiredBlock);
  if (desired === undefined)
    throw new AppError('validation_failed', { fields: { desiredBlock: 'block.unknown' } });
  if (desired.blockCode === user.block)
    throw new AppError('validation_failed', { fields: { desiredBlock: 'desired.same' } });
  return desired;
}
