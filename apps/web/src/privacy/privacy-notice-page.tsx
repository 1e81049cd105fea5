import { useTranslation } from '../platform/i18n/language.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { KeptList } from './kept-list.tsx';
import { PrivacyNotice } from './privacy-notice.tsx';

export default function NoticePage() {
  const { t } = useTranslation();
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('frame.notice')} />
      <div>
        <h1>{t('frame.notice')}</h1>
        <p className={page.lead}>{t('notice.lead')}</p>
      </div>
      <PrivacyNotice hasList />
      <KeptList />
    </div>
  );
}
