import { Link } from 'react-router';
import { useTranslation } from '../i18n/language.tsx';
import { paths } from '../paths.ts';
import page from '../ui/page.module.css';
import classes from './frame.module.css';
import type { NoticeState } from './notice-state.ts';

/** What was done; of a payment, where its receipt is. */
export default function NoticeText({ notice }: NoticeState) {
  const { t } = useTranslation();
  return (
    <p className={`${page.note} ${classes.notice}`} role="status">
      {t(`frame.${notice}`)} {notice === 'paid' && <Link to={paths.receipt}>{t('frame.receipt')}</Link>}
    </p>
  );
}
