import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import button from '../../ui/button.module.css';
import { Empty } from '../../ui/states/empty.tsx';
import { sectionSearch } from './sections.ts';

/** Shown instead of a section that the administrator may not open. */
export function ClosedSection() {
  const { t } = useTranslation();
  return (
    <Empty
      action={
        <Link className={button.soft} to={{ search: sectionSearch('overview') }}>
          {t('admin.closed.back')}
        </Link>
      }
      text={t('admin.closed.text')}
      title={t('admin.closed.title')}
    />
  );
}
