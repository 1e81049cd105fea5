import { useTranslation } from '../platform/i18n/language.tsx';
import { LinkPage, sendToken } from './email-link-page.tsx';

/** Page of the link in a message that renews a request before it expires. */
export default function RenewPage() {
  const { t } = useTranslation();
  return (
    <LinkPage
      call={(token) => sendToken('/requests/renewals', { body: { token } })}
      texts={{
        title: t('links.renewTitle'),
        lead: t('links.renewLead'),
        act: t('links.renew'),
        failed: t('links.failed'),
      }}
    />
  );
}
