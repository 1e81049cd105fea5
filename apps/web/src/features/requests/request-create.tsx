import { useState } from 'react';
import { useTranslation } from '../../i18n/language.tsx';
import { useSession } from '../../session/session.ts';
import page from '../../ui/page.module.css';
import { PageTitle } from '../../ui/page-title.tsx';
import type { Posted } from './posted.ts';
import { RequestForm } from './request-form.tsx';
import { RequestSuccess } from './request-success.tsx';

/** Posts a request, then shows who it matches at once. */
export default function RequestCreatePage() {
  const { t } = useTranslation();
  const session = useSession();
  const [posted, setPosted] = useState<Posted>();
  if (session === null) return null;
  if (posted)
    return <RequestSuccess onAnother={() => setPosted(undefined)} posted={posted} token={session.token} />;
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
