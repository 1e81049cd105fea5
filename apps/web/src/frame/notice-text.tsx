import { Link } from 'react-router';
import type { NoticeState } from '../navigation/notice-state.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import page from '../ui/page.module.css';
import classes from './frame.module.css';

/** Text of a notice. The notice of a payment links to the receipt. */
export default function NoticeText({ notice }: NoticeState) {
  const { t } = useTranslation();
  return (
    <p className={`${page.note} ${classes.notice}`} role="status">
      {t(`frame.${notice}`)} {notice === 'paid' && <Link to={paths.receipt}>{t('frame.receipt')}</Link>}
    </p>
  );
}
