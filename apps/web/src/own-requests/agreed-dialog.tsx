import type { TransferRequest } from '@mutual-transfer/domain/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { matchesQuery } from '../api/queries.ts';
import { useReading, useTranslation } from '../i18n/language.tsx';
import { useNames } from '../i18n/names.ts';
import { Propose } from '../people/propose.tsx';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CloseButton, Dialog } from '../ui/dialog.tsx';
import page from '../ui/page.module.css';

interface AgreedDialogProps {
  readonly request: TransferRequest;
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * A swap is agreed: asks with whom. With a direct swap it becomes a proposal, whose room keeps card and contact on both sides; with
 * a teacher who is not here, what follows is said before the request is closed to others.
 */
export default function AgreedDialog({ request, failure, isBusy, onConfirm, onClose }: AgreedDialogProps) {
  const { t } = useTranslation();
  const [isOther, setOther] = useState(false);
  const partners = useDirectSwaps(request);
  if (isOther || partners?.length === 0) {
    return (
      <ConfirmDialog
        failure={failure}
        isBusy={isBusy}
        isHarmless
        onClose={onClose}
        onConfirm={onConfirm}
        text={t('dashboard.agreedConfirm')}
        texts={{ confirm: t('dashboard.agreed'), cancel: t('dashboard.cancel') }}
        title={t('dashboard.agreed')}
      />
    );
  }
  return (
    <Dialog onClose={onClose} title={t('dashboard.agreedWith')}>
      <div className={page.stack}>
        <p>{t('dashboard.agreedPropose')}</p>
        {partners === undefined && <p role="status">{t('common.loading')}</p>}
        <ul className={card.stack}>
          {partners?.map((partner) => (
            <li key={partner.user._id}>
              <Partner {...partner} />
            </li>
          ))}
        </ul>
        <div className={page.row}>
          <Button onClick={() => setOther(true)}>{t('dashboard.agreedOther')}</Button>
          <CloseButton isLocked={false}>{t('dashboard.cancel')}</CloseButton>
        </div>
      </div>
    </Dialog>
  );
}

type DirectSwap = NonNullable<ReturnType<typeof useDirectSwaps>>[number];

/** The matches that this request can be agreed with; undefined until they are known, none where they cannot be had. */
function useDirectSwaps({ _id }: TransferRequest) {
  const session = useSession();
  const { language } = useReading();
  const { data, isError } = useQuery(matchesQuery(session?.token ?? '', _id, language));
  if (isError) return [];
  return data?.matches.flatMap(({ user, requests }) => (requests === null ? [] : [{ user, requests }]));
}

function Partner({ user, requests }: DirectSwap) {
  const names = useNames();
  return (
    <div className={page.row}>
      <p>
        <strong>{names.personal(user.name)}</strong>
        <br />
        {names.place(user.district, user.postingBlock)}
      </p>
      <Propose requests={requests} />
    </div>
  );
}
