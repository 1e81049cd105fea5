import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { ownOf } from '../http/by-id.ts';
import { signedIn } from '../http/policy.ts';
import { withCurrent } from '../http/turns/owner-tags.ts';
import type { OwnRequest } from '../members/lock-members.ts';
import { requestTag } from '../members/owner-tags.ts';
import { presentRequest } from './present-request.ts';
import { findRequest, type RequestWithPerson } from './requests.queries.ts';

/** Makes a change of the caller's own request and returns the response. If it is refused as stale, the error has the current state. */
export async function answerChange(
  db: Kysely<Database>,
  request: FastifyRequest<{ Params: { id: string } }>,
  change: (own: OwnRequest) => Promise<unknown>,
) {
  const own = ownOf(request);
  await withCurrent(change(own), () => ownRequest(db, own, request));
  return changed(db, own, request);
}

/** Returns the response to a change: the caller's own request. */
export async function changed(db: Kysely<Database>, own: OwnRequest, request: FastifyRequest) {
  return { data: { request: await ownRequest(db, own, request) } };
}

/** Returns the caller's own request, and sets its `ETag`. @throws {AppError} `not_found`. */
export async function ownRequest(
  db: Kysely<Database>,
  own: OwnRequest,
  request: FastifyRequest,
): Promise<TransferRequest> {
  const row = await findRequest(db, own.id, own.userId);
  if (row === undefined) throw new AppError('not_found');
  setRequestTag(request, row);
  return presentRequest(row, signedIn(request));
}

/** Sets the `ETag` of an own request. Its privacy settings are those of the request, not those that also follow from others. */
export function setRequestTag(request: FastifyRequest, row: RequestWithPerson): void {
  request.ownerTag = requestTag({ ...row, ...row.ownPrivacy });
}
