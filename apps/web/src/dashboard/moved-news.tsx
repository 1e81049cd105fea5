import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { IconConfetti } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { agreementPath, paths } from '../platform/paths.ts';
import { whyNotSearched } from '../requests/not-searched.tsx';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';

/** Congratulation with the new posting after a completed swap, until the user looks for another place or hides the request. */
export function MovedNews({ requests }: { requests: readonly TransferRequest[] }) {
  const { t } = useTranslation();
  const names = useNames();
  const moved = movedRecord(requests);
  if (moved === undefined) return null;
  const { user, agreement } = moved;
  return (
    <section aria-labelledby="moved" className={`${page.note} ${page.row}`}>
      <div>
        <h2 className={`${page.marked} ${page.done}`} id="moved">
          <IconConfetti aria-hidden="true" size={26} />
          {t('dashboard.movedTitle')}
        </h2>
        <p>{t('dashboard.movedTo', { place: names.place(user.district, user.postingBlock) })}</p>
      </div>
      <Link className={button.soft} to={agreement ? agreementPath(agreement._id) : paths.agreements}>
        {t(agreement ? 'dashboard.toAgreement' : 'dashboard.toAgreements')}
      </Link>
    </section>
  );
}

/** Returns the record of the swap that a teacher is congratulated on. */
export function movedRecord(requests: readonly TransferRequest[]): TransferRequest | undefined {
  if (whyNotSearched(requests) !== 'moved') return undefined;
  return requests.find(({ status, can }) => status === 'completed' && can?.hide);
}
