import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { AlertOpener, useIntroduction } from '../notices/alert-opener.tsx';

import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { PersonMenu } from '../reports/person-menu.tsx';
import { Contact, ContactsLimited, isContactHidden } from '../ui/contact.tsx';

import { Distance } from '../ui/route-line.tsx';
import { Tag } from '../ui/tag.tsx';

interface MemberContactProps {
  request: TransferRequest;
  /** Set once today's contact budget is spent: when the next contact opens, and what opens it sooner. */
  contactLimit: ContactLimit | undefined;
}

/** Ways to reach the owner of a request, for members who may see them. Visitors never download this module. */
export function MemberContact({ request, contactLimit }: MemberContactProps) {
  const names = useNames();
  const introduce = useIntroduction();
  const { _id, user, isMatch = false } = request;
  return (
    <ContactsLimited value={contactLimit}>
      <Contact introduction={introduce(user)} person={user} />
      {isMatch && isContactHidden(user) && user._id !== undefined && (
        <AlertOpener name={names.personal(user.name)} recipientId={user._id} />
      )}
      <PersonMenu person={user} requestId={_id} />
    </ContactsLimited>
  );
}

export function MemberMarks({ request: { isMatch = false } }: { request: TransferRequest }) {
  const { t } = useTranslation();
  return isMatch && <Tag tone="good">{t('match.yours')}</Tag>;
}

export function MemberDistance({ request }: { request: TransferRequest }) {
  return <Distance km={request.distanceKm} />;
}
