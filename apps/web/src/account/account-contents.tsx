import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { paymentStatusQuery } from '../platform/session/payment-status.ts';
import { useSession } from '../platform/session/session.ts';
import chip from '../ui/chip.module.css';
import page from '../ui/page.module.css';

/** Sections of a teacher's account in their order: element id (URL fragment) and title. */
export const contents = {
  profile: 'dashboard.profile',
  login: 'account.login',
  verification: 'account.verificationTitle',
  seen: 'account.seenTitle',
  privacy: 'account.privacyTitle',
  password: 'account.password',
  data: 'account.data',
  blocked: 'account.blocks',
  notices: 'notices.title',
} as const;

/** Table of contents: links to the sections, and to the receipt if the teacher has paid. */
export function AccountContents({ isPaid }: { isPaid: boolean }) {
  const { t } = useTranslation();
  const { data: payment } = useQuery(paymentStatusQuery(useSession()));
  return (
    <nav aria-label={t('account.title')}>
      <ul className={page.chips}>
        {Object.entries(contents).map(([id, title]) => (
          <li key={id}>
            <Link className={chip.chip} to={`#${id}`}>
              {t(title)}
            </Link>
          </li>
        ))}
        {(isPaid || payment?.refund) && (
          <li>
            <Link className={chip.chip} to={paths.receipt}>
              {t('account.receipt')}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
