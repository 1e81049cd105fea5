import type { Session } from '@mutual-transfer/domain/accounts/user';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { accountPartPath } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import card from '../ui/card.module.css';
import { EmailText } from '../ui/email-text.tsx';
import { Facts } from '../ui/facts.tsx';
import page from '../ui/page.module.css';
import { WishDrift } from './wish-drift.tsx';

interface ProfileCardProps {
  readonly session: Session;
  readonly requests: readonly TransferRequest[];
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
      <WishDrift requests={requests} user={user} />
    </section>
  );
}
