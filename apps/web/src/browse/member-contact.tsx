import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { AlertOpener } from '../notices/alert-opener.tsx';
import { useIntroduction } from '../notices/use-introduction.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { PersonMenu } from '../reports/person-menu.tsx';
import { Contact, isContactHidden } from '../ui/contact.tsx';
import { ContactOpensAt } from '../ui/contact-opens-at.ts';
import { Distance } from '../ui/distance.tsx';
import { Tag } from '../ui/tag.tsx';

interface MemberContactProps {
  readonly request: TransferRequest;
  /** When the next contact opens, where the reader's budget of today is used up. */
  readonly contactOpensAt: string | undefined;
}

/** The ways to reach the teacher of a request, for those who may see them. No visitor downloads it. */
export function MemberContact({ request, contactOpensAt }: MemberContactProps) {
  const names = useNames();
  const introduce = useIntroduction();
  const { _id, user, isMatch = false } = request;
  return (
    <ContactOpensAt value={contactOpensAt}>
      <Contact introduction={introduce(user)} person={user} />
      {isMatch && isContactHidden(user) && user._id !== undefined && (
        <AlertOpener name={names.personal(user.name)} recipientId={user._id} />
      )}
      <PersonMenu person={user} requestId={_id} />
    </ContactOpensAt>
  );
}

/** What a member sees of a request at once: whether it is of a match, and about how far away its teacher works. */
export function MemberMarks({ request: { isMatch = false, distanceKm } }: { request: TransferRequest }) {
  const { t } = useTranslation();
  return (
    <>
      {isMatch && <Tag tone="good">{t('match.yours')}</Tag>}
      <Distance km={distanceKm} />
    </>
  );
}
