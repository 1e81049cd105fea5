import { useState } from 'react';
import { ConfirmAction } from '../form/dialogs.tsx';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { Button } from '../ui/button.tsx';
import { FocusedNotice } from '../ui/states.tsx';

interface InviteProps {
  /** Id of the viewer's own request that the other teacher would form a pair with. */
  requestId: string;
  user: string;
  name: string;
}

/** Button that invites a match without a request to post one. A proposal needs a request of each member. */
export function Invite({ requestId, user, name }: InviteProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [notice, setNotice] = useState({ text: '' });
  return (
    <>
      {notice.text === '' && (
        <Button aria-label={`${t('agreements.invite')}: ${name}`} onClick={() => setAsking(true)}>
          {t('agreements.invite')}
        </Button>
      )}
      <FocusedNotice notice={notice} />
      {isAsking && (
        <ConfirmAction
          act={() =>
            callApi<{ message: string }>(`/requests/${requestId}/invitations`, {
              method: 'POST',
              body: { user },
            })
          }
          isHarmless
          onClose={() => setAsking(false)}
          onDone={({ message }) => {
            setNotice({ text: message });
            setAsking(false);
          }}
          text={t('agreements.inviteText', { name })}
          texts={{
            confirm: t('agreements.inviteNow'),
            cancel: t('common.cancel'),
            failed: t('common.failed'),
          }}
          title={t('agreements.invite')}
        />
      )}
    </>
  );
}
