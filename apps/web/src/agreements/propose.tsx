import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../platform/api/client.ts';
import { useErrorText } from '../platform/api/error-text.ts';
import { useAction } from '../platform/api/use-action.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { agreementPath } from '../platform/paths.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CloseButton, Dialog } from '../ui/dialog.tsx';
import page from '../ui/page.module.css';
import { refreshAgreements } from './agreements.queries.ts';
import { useClosedWindow } from './window-note.tsx';

interface ProposeProps {
  /** Request ids, the viewer's own first. */
  readonly requests: readonly string[];
  /** Name of the other teacher. */
  readonly name: string;
  readonly kind?: 'main' | 'soft';
}

/** Button that proposes a swap of these requests. Explains first which contact details it opens, then shows the page of the proposal. */
export function Propose({ requests, name, kind = 'soft' }: ProposeProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const errorText = useErrorText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const proposing = useAction(
    () => callApi<Agreement>('/agreements', { method: 'POST', body: { requests } }),
    (agreement) => {
      refreshAgreements(client);
      return navigate(agreementPath(agreement._id));
    },
  );
  const failure = proposing.error === null ? undefined : errorText(proposing.error, t('agreements.failed'));
  const close = () => {
    proposing.reset();
    setAsking(false);
  };
  return (
    <>
      <Button aria-label={`${t('agreements.propose')}: ${name}`} kind={kind} onClick={() => setAsking(true)}>
        {t('agreements.propose')}
      </Button>
      {isAsking && (
        <Asking
          failure={failure}
          isBusy={proposing.isBusy}
          onClose={close}
          onConfirm={() => proposing.run(undefined)}
          text={t('agreements.proposeText', { number: formats.number(requests.length), name })}
        />
      )}
    </>
  );
}

interface AskingProps {
  readonly text: string;
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Dialog that confirms the proposal, or explains why it is not possible now. */
function Asking(props: AskingProps) {
  const { t } = useTranslation();
  const closed = useClosedWindow();
  const title = t('agreements.propose');
  if (closed !== undefined) {
    return (
      <Dialog onClose={props.onClose} title={title}>
        <div className={page.stack}>
          <p>{closed}</p>
          <CloseButton isLocked={false}>{t('agreements.cancel')}</CloseButton>
        </div>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      isHarmless
      texts={{ confirm: t('agreements.proposeNow'), cancel: t('agreements.cancel') }}
      title={title}
      {...props}
    >
      <ul className={page.stack}>
        <li>{t('agreements.proposeOpens')}</li>
        <li>{t('agreements.proposeKeeps')}</li>
      </ul>
    </ConfirmDialog>
  );
}
