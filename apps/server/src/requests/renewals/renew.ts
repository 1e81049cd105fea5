import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables/schema.ts';
import type { OwnRequest } from '../../members/lock-members.ts';
import { renewRequest } from '../../members/own-requests.ts';

/**
 * Extends a request to 180 days from now.
 *
 * @returns true if the request changed.
 * @throws {AppError} `status_step` unless the request is active or expired.
 */
export function renew(db: Kysely<Database>, own: OwnRequest, now: Date): Promise<boolean> {
  return db.transaction().execute((transaction) => renewRequest(transaction, own, now));
}
