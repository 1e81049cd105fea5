import { bindingAgreement } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { agreementPath } from '../platform/paths.ts';
import { whyNotSearched } from '../requests/not-searched.tsx';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';

/** Notice that a swap is agreed. Explains why no matches are shown, and links to the agreement. A teacher has at most one. */
export function AgreementUnderWay({ requests }: { requests: readonly TransferRequest[] }) {
  const { t } = useTranslation();
  const agreement = bindingAgreement(requests);
  const why = whyNotSearched(requests);
  // A teacher who moved gets a congratulation instead, with the same link.
  if (why === 'moved' || !(agreement || why === 'agreed')) return null;
  return (
    <section aria-labelledby="agreed" className={`${page.note} ${page.stack}`}>
      <h2 id="agreed">{t('dashboard.agreed')}</h2>
      {why === 'agreed' && <p className={page.soft}>{t('dashboard.agreedNow')}</p>}
      {agreement && (
        <Link className={`${button.main} ${page.start}`} to={agreementPath(agreement)}>
          {t('dashboard.toAgreement')}
        </Link>
      )}
    </section>
  );
}
