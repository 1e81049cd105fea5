import type { TransferRequest } from '@mutual-transfer/domain/transfer-request';
import { useState } from 'react';
import { useTranslation } from '../../i18n/language.tsx';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { PageTitle } from '../../ui/page-title.tsx';
import { RequestDone } from './request-done.tsx';
import { RequestForm } from './request-form.tsx';

/** Posts a request, then shows who it matches at once. */
export default function RequestCreatePage() {
  const { t } = useTranslation();
  const session = useSession();
  const [posted, setPosted] = useState<readonly TransferRequest[]>([]);
  if (session === null) return null;
  if (posted.length > 0) {
    return (
      <RequestDone requests={posted} title={t('request.success')} token={session.token}>
        <Button onClick={() => setPosted([])}>{t('request.another')}</Button>
      </RequestDone>
    );
  }
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('request.title')} />
      <div>
        <h1>{t('request.title')}</h1>
        <p className={page.lead}>{t('request.lead')}</p>
      </div>
      <RequestForm onPosted={setPosted} session={session} />
    </div>
  );
}
