import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { Link } from 'react-router';
import { whyNotSearched } from '../agreements/agreed-now.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { agreementPath } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';

/** Link to the current agreement; a teacher has at most one. */
export function AgreementUnderWay({ requests }: { requests: readonly TransferRequest[] | undefined }) {
  const { t } = useTranslation();
  const agreement = requests?.find((request) => request.agreement)?.agreement;
  // A teacher who moved is congratulated, with the same link.
  if (!agreement || whyNotSearched(requests) === 'moved') return null;
  return (
    <div className={`${page.note} ${page.row}`}>
      <p>{t('dashboard.agreed')}</p>
      <Link className={button.soft} to={agreementPath(agreement._id)}>
        {t('dashboard.toAgreement')}
      </Link>
    </div>
  );
}
