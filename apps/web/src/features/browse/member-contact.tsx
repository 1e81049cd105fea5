import type { TransferRequest } from '@mutual-transfer/domain/transfer-request';
import { PersonMenu } from '../../people/person-menu.tsx';
import { useIntroduction } from '../../people/use-introduction.ts';
import { Contact } from '../../ui/contact.tsx';

/** The ways to reach the teacher of a request, for those who may see them. No visitor downloads it. */
export default function MemberContact({ request: { _id, user } }: { request: TransferRequest }) {
  const introduce = useIntroduction();
  return (
    <>
      <Contact introduction={introduce(user)} person={user} />
      <PersonMenu person={user} requestId={_id} />
    </>
  );
}
