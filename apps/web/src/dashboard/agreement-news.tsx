import { bindingAgreement } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { IconConfetti } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { agreementPath, paths } from '../platform/paths.ts';
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
