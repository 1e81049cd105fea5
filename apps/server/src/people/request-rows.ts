import { MILLISECONDS_A_DAY, REQUEST_LIFETIME_DAYS } from '@mutual-transfer/domain/constants';
import { type Place, placeOf } from '@mutual-transfer/domain/reference/place';
import { subjectByName } from '@mutual-transfer/domain/reference/subjects';
import { type NewTransferRequest, nothingHidden } from '@mutual-transfer/domain/requests/transfer-request';
import { DEFAULT_CONTACT } from '@mutual-transfer/domain/requests/transfer-request-words';
import type { Kysely } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database, OfferRow, RequestRow, UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { privacyColumns } from './visibility.ts';

/** Returns a request, or `undefined` if there is none. */
export function findRequest(db: Kysely<Database>, id: string): Promise<RequestRow | undefined> {
  return db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns all requests of a person, the oldest first. */
export function findRequestsOf(db: Kysely<Database>, userId: string): Promise<RequestRow[]> {
  return db.selectFrom('requests').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Returns the stored offers of a person: those that `offersOf` derived. */
export function findStoredOffers(db: Kysely<Database>, userId: string): Promise<OfferRow[]> {
  return db.selectFrom('offers').selectAll().where('user_id', '=', userId).execute();
}

/** Returns the row of a teacher's new request. @param field the form field at which a refused place is reported. */
export function newRequest(
  user: UserRow,
  input: NewTransferRequest,
  created_at: Date,
  field = 'desiredBlock',
) {
  return {
    id: newId({ msecs: created_at.getTime() }),
    user_id: user.id,
    ...statedColumns(user, input, field),
    ...privacyColumns({ ...nothingHidden, ...input.privacySettings }),
    created_at,
    expires_at: expiryOf(created_at),
  };
}

/** Columns that a teacher states in a request. */
export const statedColumnNames = [
  'desired_district',
  'desired_block',
  'subject',
  'class_range',
  'reason',
  'additional_info',
  'urgency',
  'contact_preference',
] as const satisfies readonly (keyof RequestRow)[];

/** Returns the values of the columns that a teacher states in a request. */
export function statedColumns(
  user: UserRow,
  input: NewTransferRequest,
  blockField = 'desiredBlock',
): Pick<RequestRow, (typeof statedColumnNames)[number]> {
  const desired = desiredPlace(user, input, blockField);
  const subject = subjectByName(input.subject)?.code;
  if (subject === undefined) throw new AppError('validation_failed', { fields: { subject: 'field.choice' } });
  return {
    desired_district: desired.districtCode,
    desired_block: desired.blockCode,
    subject,
    class_range: input.classRange,
    reason: input.reason,
    additional_info: input.additionalInfo,
    urgency: input.urgency,
    contact_preference: input.contactPreference ?? DEFAULT_CONTACT,
  };
}

function desiredPlace(user: UserRow, input: NewTransferRequest, field: string): Place {
  if (user.block === null) throw new AppError('forbidden');
  const desired = placeOf(input.desiredDistrict, input.desiredBlock);
  if (desired === undefined)
    throw new AppError('validation_failed', { fields: { [field]: 'block.unknown' } });
  if (desired.blockCode === user.block)
    throw new AppError('validation_failed', { fields: { [field]: 'desired.same' } });
  return desired;
}

/** Returns the end of a term of 180 days that begins at `start`. */
export function expiryOf(start: Date): Date {
  return new Date(start.getTime() + REQUEST_LIFETIME_DAYS * MILLISECONDS_A_DAY);
}
