import { seenFields } from '@mutual-transfer/domain/accounts/who-sees';
import { districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { ownerAbilitiesOf, type TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { ownOf } from '../http/by-id.ts';
import { withCurrent } from '../http/if-match.ts';
import { signedIn } from '../http/policy.ts';
import { type Contacts, everyContact } from '../people/contacts.ts';
import { requestTag } from '../people/if-match-of-owners.ts';
import type { LockedRequest } from '../people/lock-members.ts';
import { desiredBlockText, presentPerson } from '../people/present.ts';
import { isOwner, mayContact, privacyOf, seesHidden } from '../people/visibility.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import type { Viewer } from '../platform/sessions.ts';
import { findListedRequest, type RequestWithPerson } from './requests.queries.ts';

/** Makes a change of the caller's own request and returns the response. If it is refused as stale, the error has the current state. */
export async function answerChange(
  db: Kysely<Database>,
  request: FastifyRequest<{ Params: { id: string } }>,
  change: (own: LockedRequest) => Promise<unknown>,
) {
  const own = ownOf(request);
  await withCurrent(change(own), () => ownRequest(db, own, request));
  return changed(db, own, request);
}

/** Returns the response to a change: the caller's own request. */
export async function changed(db: Kysely<Database>, own: LockedRequest, request: FastifyRequest) {
  return { data: { request: await ownRequest(db, own, request) } };
}

/** Returns the caller's own request, and sets its `ETag`. @throws {AppError} `not_found`. */
export async function ownRequest(
  db: Kysely<Database>,
  own: LockedRequest,
  request: FastifyRequest,
): Promise<TransferRequest> {
  const row = await findListedRequest(db, own.id, own.userId);
  if (row === undefined) throw new AppError('not_found');
  setRequestTag(request, row);
  return presentRequest(row, signedIn(request));
}

/** Sets the `ETag` of an own request. Its privacy settings are those of the request, not those that also follow from others. */
export function setRequestTag(request: FastifyRequest, row: RequestWithPerson): void {
  request.ownerTag = requestTag({ ...row, ...row.ownPrivacy });
}

/**
 * Returns a request as the viewer may see it. Its owner sees the request's own privacy settings. Other viewers do not see a field that the
 * owner hides in any active request; otherwise comparing two requests of one teacher would reveal the field.
 */
export function presentRequest(
  row: RequestWithPerson,
  viewer: Viewer,
  contacts: Contacts = everyContact,
): TransferRequest {
  const privacy = seesHidden(viewer, row) ? row.ownPrivacy : row;
  return {
    _id: row.id,
    user: presentPerson(row, viewer, undefined, contacts.isOpen(row.personId)),
    desiredDistrict: districtByCode(row.desired_district).name,
    desiredBlock: desiredBlockText(row.desired_block),
    subject: subjectByCode(row.subject).name,
    classRange: row.class_range,
    reason: row.reason,
    urgency: row.urgency,
    ...(mayContact(viewer) ? { additionalInfo: row.additional_info } : {}),
    contactPreference: row.contact_preference,
    status: row.status,
    privacySettings: privacyOf(privacy),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    ...(isOwner(viewer, row.personId)
      ? {
          readyUntil: row.ready_until?.toISOString() ?? null,
          acceptForMe: row.accept_for_me,
          agreement: row.agreement,
          ...(row.ownerAgreement === undefined ? {} : { ownerAgreement: row.ownerAgreement }),
          isHidden: row.is_hidden,
          rank: row.own_rank,
          seen: seenFields(privacyOf(row), row.contact_preference),
          can: ownerAbilitiesOf(row.status, {
            isThere: row.desired_block !== null && row.desired_block === row.block,
            isBound: row.agreement !== null,
            isRecord: row.isRecord,
            isWithoutAccess: !mayContact(viewer),
          }),
        }
      : {}),
  };
}
