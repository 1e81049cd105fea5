import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { accountPartPath } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';

/** After a completed swap: asks the viewer to update the posting in the profile while it is still the old one. */
export function PostingPart({ agreement: { members } }: { agreement: Agreement }) {
  const { t } = useTranslation();
  const mine = members[0];
  const hasMoved =
    mine?.user?.district === mine?.movesTo.district && mine?.user?.postingBlock === mine?.movesTo.block;
  if (hasMoved) return null;
  return (
    <div className={card.card}>
      <p>{t('agreements.posting')}</p>
      <div className={page.row}>
        <Link className={button.main} to={accountPartPath('profile')}>
          {t('agreements.toPosting')}
        </Link>
      </div>
    </div>
  );
}
