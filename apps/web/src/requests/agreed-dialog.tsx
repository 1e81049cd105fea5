import type { Match } from '@mutual-transfer/domain/matching/match';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Invite } from '../agreements/invite.tsx';
import { Propose } from '../agreements/propose.tsx';
import { matchesQuery } from '../matches/matches.queries.ts';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { useSession } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { CloseButton, ConfirmDialog, Dialog } from '../ui/dialog.tsx';

import page from '../ui/page.module.css';
import { EndsProposalsWarning } from './ends-proposals.tsx';

interface AgreedDialogProps {
  request: TransferRequest;
  failure: ReactElement | null | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Dialog for a request whose swap is agreed: asks for the other teacher. A direct swap becomes a proposal, whose page keeps card and
 * contact visible to both. A match without a request is invited to post the one that is needed. For a teacher outside the product the
 * dialog explains the consequences before the request is closed to others.
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
        texts={{ confirm: t('dashboard.agreed'), cancel: t('common.cancel') }}
        title={t('dashboard.agreed')}
      >
        <p>{t('dashboard.agreedNotListed')}</p>
        <EndsProposalsWarning request={request} />
      </ConfirmDialog>
    );
  }
  return (
    <Dialog onClose={onClose} title={t('dashboard.agreedWith')}>
      <div className={page.stack}>
        <p>{t('dashboard.agreedPropose')}</p>
        {partners === undefined && <p role="status">{t('common.loading')}</p>}
        <ul className={page.stack}>
          {partners?.map((partner) => (
            <li key={partner.user._id}>
              <Partner partner={partner} requestId={request._id} />
            </li>
          ))}
        </ul>
        <div className={page.row}>
          <Button onClick={() => setOther(true)}>{t('dashboard.agreedOther')}</Button>
          <CloseButton isLocked={false}>{t('common.cancel')}</CloseButton>
        </div>
      </div>
    </Dialog>
  );
}

/** Returns the matches who can swap places with the owner of this request. `undefined` while loading, empty after an error. */
function useDirectSwaps({ _id }: TransferRequest) {
  const session = useSession();
  const { language } = useReading();
  const { data, isError } = useQuery(matchesQuery({ userId: session?.user._id ?? '', language }, _id));
  if (isError) return [];
  return data?.matches.filter(({ requests, isInvitable }) => requests !== null || isInvitable);
}

function Partner({ partner: { user, requests }, requestId }: { partner: Match; requestId: string }) {
  const names = useNames();
  const name = names.personal(user.name);
  return (
    <div className={page.row}>
      <p>
        <strong>{name}</strong>
        <br />
        {names.place(user.district, user.postingBlock)}
      </p>
      {requests !== null && <Propose swap={{ requests, others: [user], from: undefined }} />}
      {requests === null && user._id !== undefined && (
        <Invite name={name} requestId={requestId} user={user._id} />
      )}
    </div>
  );
}
