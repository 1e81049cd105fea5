import { Link } from 'react-router';
import { useTranslation } from '../../i18n/language.tsx';
import { useFormats, useNames } from '../../i18n/names.ts';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import button from '../../ui/button.module.css';
import page from '../../ui/page.module.css';

/** Before the first request: how many fit the wish of the registration, and the way to post it, filled in already. */
export function WishPanel({ total }: { total: number }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const user = useSession()?.user;
  if (total === 0 || !user?.desiredDistrict || !user.desiredBlock) return null;
  const place = names.place(user.desiredDistrict, user.desiredBlock);
  return (
    <section aria-labelledby="wish" className={`${page.note} ${page.stack}`}>
      <h2 id="wish">{t('dashboard.wishTitle')}</h2>
      <p>{t('dashboard.wishFound', { count: total, formatted: formats.number(total), place })}</p>
      <Link className={`${button.main} ${page.start}`} to={paths.newRequest}>
        {t('dashboard.wishPost')}
      </Link>
    </section>
  );
}
