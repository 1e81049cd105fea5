import { PRIVACY_NOTICE_VERSION } from '@mutual-transfer/domain/constants';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Form, SubmitRow } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { changeMe } from '../platform/me.ts';
import { accountPartPath } from '../platform/paths.ts';
import { CheckField } from '../ui/fields/check-field.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { PrivacyNotice } from './privacy-notice.tsx';

/**
 * Asks a teacher who has not accepted the present privacy notice, in place of the page that they opened. Consents to the version whose text
 * this build shows; the server refuses an older one.
 */
export default function AcceptNotice({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    initial: { consent: false },
    check: ({ consent }): Record<string, string> => (consent ? {} : { consent: t('notice.needed') }),
    send: () => callApi<void>('/auth/consent', { method: 'PUT', body: { version: PRIVACY_NOTICE_VERSION } }),
    onDone: () => changeMe(client, userId, (me) => ({ ...me, noticeToAccept: null })),
  });
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('notice.ask')} />
      <div>
        <h1>{t('notice.ask')}</h1>
        <p className={page.lead}>{t('notice.askLead')}</p>
      </div>
      <PrivacyNotice />
      <Form className={page.panel} form={form}>
        <CheckField error={form.errors.consent} label={t('notice.agree')} {...form.toggle('consent')} />
        <SubmitRow
          failed={t('notice.acceptFailed')}
          form={form}
          isLarge
          texts={{ submit: t('notice.accept'), busy: t('notice.accepting') }}
        />
      </Form>
      <p>
        <Link to={accountPartPath('data')}>{t('notice.instead')}</Link>
      </p>
    </div>
  );
}
