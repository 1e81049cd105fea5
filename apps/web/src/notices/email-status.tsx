import type { Confirmation } from '@mutual-transfer/domain/confirmation';
import { useQuery } from '@tanstack/react-query';
import { CallFailure } from '../form/call-failure.tsx';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useAction } from '../platform/use-action.ts';
import { Button } from '../ui/button.tsx';
import { focusIfLost } from '../ui/element-refs.ts';
import page from '../ui/page.module.css';
import { noticeSettingsQuery } from './notices.queries.ts';

/** Says that nothing is mailed to the teacher's address, and why, with a button that mails the link which changes it. */
export function EmailStatus({ userId, email }: { userId: string; email: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(noticeSettingsQuery(userId));
  const asking = useAction(() => callApi<Confirmation>('/notices/email-link', { method: 'POST' }));
  if (data === undefined || data.email === 'confirmed' || !data.available.includes('email')) return null;
  return (
    <section aria-label={t('notices.emailTitle')} className={page.panel}>
      <p>{t(`notices.email.${data.email}`, { email })}</p>
      <CallFailure error={asking.error} text={t('notices.failed')} />
      {asking.isDone ? (
        <p className={page.done} ref={focusIfLost} role="status" tabIndex={-1}>
          {asking.data?.message}
        </p>
      ) : (
        <div className={page.buttons}>
          <Button isBusy={asking.isBusy} onClick={() => asking.run()}>
            {t('notices.sendLink')}
          </Button>
        </div>
      )}
    </section>
  );
}
