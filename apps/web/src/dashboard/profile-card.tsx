import type { Account, Session } from '@mutual-transfer/domain/accounts/user';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { accountPartPath } from '../platform/paths.ts';
import { profileQuery } from '../platform/profile.ts';
import { updateUser, useSession } from '../platform/session.ts';
import { useAction } from '../platform/use-action.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { EmailText } from '../ui/contact.tsx';
import { focusIfLost } from '../ui/element-refs.ts';
import { Facts } from '../ui/facts.tsx';
import page from '../ui/page.module.css';

interface WishDriftProps {
  user: Pick<Account, 'desiredDistrict' | 'desiredBlock'>;
  requests: readonly TransferRequest[];
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

interface ProfileCardProps {
  session: Session;
  requests: readonly TransferRequest[];
}

/** Profile of the teacher: one line that opens to all details. */
export function ProfileCard({ session, requests }: ProfileCardProps) {
  const { t } = useTranslation();
  const names = useNames();
  const { user } = session;
  const place = (district: string | null, block: string | null) =>
    district && names.place(district, block ?? '');
  const facts = [
    [t('person.email'), user.email && <EmailText email={user.email} key="email" />],
    [t('person.phone'), user.phone],
    [t('person.school'), user.schoolName],
    [t('dashboard.currentPlace'), place(user.district, user.postingBlock)],
    [t('dashboard.desiredPlace'), place(user.desiredDistrict, user.desiredBlock)],
    [t('person.subject'), user.subject && names.subject(user.subject)],
    [t('person.classLevel'), user.classRange && names.classLevel(user.classRange)],
  ] as const;
  const summary = [place(user.district, user.postingBlock), user.subject && names.subject(user.subject)];
  return (
    <section aria-labelledby="profile" className={`${card.card} ${card.line}`}>
      <details className={card.opens} data-printed>
        <summary data-printed>
          <h2 id="profile">{t('dashboard.profile')}</h2>
          <span className={page.soft}>{summary.filter(Boolean).join(' · ')}</span>
        </summary>
        <div className={card.opened}>
          <WishDrift requests={requests} user={user} />
          <Facts facts={facts.filter(([, value]) => value)} />
          <Link
            aria-label={`${t('dashboard.edit')}: ${t('dashboard.profile')}`}
            className={`${button.soft} ${page.start}`}
            to={accountPartPath('profile')}
          >
            {t('dashboard.edit')}
          </Link>
        </div>
      </details>
    </section>
  );
}
