import { useState } from 'react';
import { callApi } from '../../platform/api/client.ts';
import { useErrorText } from '../../platform/api/error-text.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import page from '../../ui/page.module.css';

interface InviteProps {
  /** Id of the viewer's own request that the other teacher would form a pair with. */
  readonly requestId: string;
  readonly user: string;
  readonly name: string;
}

/** Button that invites a match without a request to post one. A proposal needs a request of each member. */
export function Invite({ requestId, user, name }: InviteProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [isAsking, setAsking] = useState(false);
  const inviting = useAction(
    () =>
      callApi<{ message: string }>(`/requests/${requestId}/invitations`, { method: 'POST', body: { user } }),
    () => setAsking(false),
  );
  const failure = inviting.error === null ? undefined : errorText(inviting.error, t('agreements.failed'));
  const close = () => {
    inviting.reset();
    setAsking(false);
  };
  return (
    <>
      {!inviting.isDone && (
        <Button aria-label={`${t('agreements.invite')}: ${name}`} onClick={() => setAsking(true)}>
          {t('agreements.invite')}
        </Button>
      )}
      <p className={page.done} role="status">
        {inviting.data?.message}
      </p>
      {isAsking && (
        <ConfirmDialog
          failure={failure}
          isBusy={inviting.isBusy}
          isHarmless
          onClose={close}
          onConfirm={() => inviting.run(undefined)}
          text={t('agreements.inviteText', { name })}
          texts={{ confirm: t('agreements.inviteNow'), cancel: t('agreements.cancel') }}
          title={t('agreements.invite')}
        />
      )}
    </>
  );
}
