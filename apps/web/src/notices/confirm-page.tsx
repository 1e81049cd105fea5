import { useTranslation } from '../platform/i18n/language.tsx';
import { LinkPage, sendToken } from './email-link-page.tsx';

/** Page of the link that confirms an email address, and starts its mails again if the mailbox stopped them. */
export default function ConfirmPage() {
  const { t } = useTranslation();
  return (
    <LinkPage
      call={(token) => sendToken('/notices/email-confirmation', { body: { token } })}
      texts={{
        title: t('links.confirmTitle'),
        lead: t('links.confirmLead'),
        act: t('links.confirm'),
        failed: t('links.failed'),
      }}
    />
  );
}
