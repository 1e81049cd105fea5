import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueryClient } from '@tanstack/react-query';
import { CallFailure } from '../form/call-failure.tsx';
import { callApi } from '../platform/api/client.ts';
import { useAction } from '../platform/api/use-action.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { profileQuery } from '../platform/session/profile.ts';
import { updateUser, useSession } from '../platform/session/session.ts';
import { Button } from '../ui/button.tsx';
import { focusIfLost } from '../ui/focus-if-lost.ts';
import page from '../ui/page.module.css';

interface WishDriftProps {
  readonly user: Pick<Account, 'desiredDistrict' | 'desiredBlock'>;
  readonly requests: readonly TransferRequest[];
}

type Wish = Pick<TransferRequest, 'desiredDistrict' | 'desiredBlock'>;

/**
 * Shown if no open request asks for the account's desired place. Explains that matches come from the requests, and offers to change the
 * desired place.
 */
export function WishDrift({ user, requests }: WishDriftProps) {
  const { t } = useTranslation();
  const names = useNames();
  const client = useQueryClient();
  const session = useSession();
  const changing = useAction(
    ({ desiredDistrict, desiredBlock }: Wish) =>
      callApi<Account>('/auth/profile', { method: 'PUT', body: { desiredDistrict, desiredBlock } }),
    (account) => {
      updateUser(session?.token, account);
      client.setQueryData(profileQuery(account._id).queryKey, account);
    },
  );
  const open = requests.filter(({ status }) => status === 'active' || status === 'pending');
  const [newest] = open;
  if (newest === undefined || open.some((request) => isSame(request, user))) {
    return changing.isDone ? (
      <p className={page.done} ref={focusIfLost} role="status" tabIndex={-1}>
        {t('account.saved')}
      </p>
    ) : null;
  }
  const nameOf = ({ desiredDistrict, desiredBlock }: Wish) => names.place(desiredDistrict, desiredBlock);
  return (
    <div className={`${page.note} ${page.stack}`}>
      <p>{t('dashboard.driftText', { places: [...new Set(open.map(nameOf))].join('; ') })}</p>
      <CallFailure error={changing.error} text={t('dashboard.driftFailed')} />
      <Button className={page.start} isBusy={changing.isBusy} onClick={() => changing.run(newest)}>
        {t('dashboard.driftUse', {
          place: names.placeInSentence(newest.desiredDistrict, newest.desiredBlock),
        })}
      </Button>
    </div>
  );
}

function isSame(request: Wish, user: WishDriftProps['user']): boolean {
  return request.desiredDistrict === user.desiredDistrict && request.desiredBlock === user.desiredBlock;
}
