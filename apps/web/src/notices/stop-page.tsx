import { useTranslation } from '../platform/i18n/language.tsx';
import { LinkPage, sendToken } from './email-link-page.tsx';

/** Page of the link in a message that stops the messages of its channel. */
export default function StopPage() {
  const { t } = useTranslation();
  return (
    <LinkPage
      call={(token) => sendToken(`/notices/stop?token=${encodeURIComponent(token)}`)}
      texts={{
        title: t('links.stopTitle'),
        lead: t('links.stopLead'),
        act: t('links.stop'),
        failed: t('links.failed'),
      }}
    />
  );
}
