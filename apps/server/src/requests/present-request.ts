import { districtByCode } from '@mutual-transfer/domain/reference/places';
import { subjectByCode } from '@mutual-transfer/domain/reference/subjects';
import { ownerAbilitiesOf, type TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { type Contacts, everyContact } from '../privacy/open-contacts.ts';
import { desiredBlockText, presentPerson } from '../privacy/present.ts';
import { privacyOf } from '../privacy/privacy-columns.ts';
import { isOwner, mayContact, seesHidden } from '../privacy/visibility.ts';
import type { Viewer } from '../sessions/viewer.ts';
import type { RequestWithPerson } from './requests.queries.ts';

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
