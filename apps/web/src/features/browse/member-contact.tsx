import type { TransferRequest } from '@mutual-transfer/domain/transfer-request';
import { PersonMenu } from '../../people/person-menu.tsx';
import { useIntroduction } from '../../people/use-introduction.ts';
import { Contact } from '../../ui/contact.tsx';
import { ContactOpensAt } from '../../ui/contact-opens-at.ts';

interface MemberContactProps {
  readonly request: TransferRequest;
  /** When the next contact opens, where the reader's budget of today is used up. */
  readonly contactOpensAt: string | undefined;
}

/** The ways to reach the teacher of a request, for those who may see them. No visitor downloads it. */
export default function MemberContact({ request: { _id, user }, contactOpensAt }: MemberContactProps) {
  const introduce = useIntroduction();
  return (
    <ContactOpensAt value={contactOpensAt}>
      <Contact introduction={introduce(user)} person={user} />
      <PersonMenu person={user} requestId={_id} />
    </ContactOpensAt>
  );
}
