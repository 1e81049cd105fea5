import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { hasStatus } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { myRequestsPath } from '../platform/paths.ts';
import { useFreshQuery } from '../platform/queries.ts';
import { type StoredSession, useSession } from '../platform/session.ts';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { CardSkeletons, Empty } from '../ui/states.tsx';
import { EditForm } from './edit-form.tsx';
import { RequestDone } from './request-done.tsx';
import { ownRequestQuery } from './requests.queries.ts';

export default function RequestEditPage() {
  const { t } = useTranslation();
  const session = useSession();
  const [changed, setChanged] = useState<TransferRequest>();
  if (session === null) return null;
  if (changed) {
    return <RequestDone requests={[changed]} title={t('request.changed')} userId={session.user._id} />;
  }
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('request.edit')} />
      <div>
        <h1>{t('request.edit')}</h1>
        <p className={page.lead}>{t('request.editLead')}</p>
      </div>
      <Edited onChanged={setChanged} session={session} />
    </div>
  );
}

interface EditedProps {
  session: StoredSession;
  onChanged: (request: TransferRequest) => void;
}

function Edited({ session, onChanged }: EditedProps) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data: request, isPending, error, refetch } = useFreshQuery(ownRequestQuery(session.user._id, id));
  if (isPending) return <CardSkeletons />;
  // 400 for an id that is none.
  if (request === undefined && !hasStatus(error, 400, 404)) {
    return <CallFailure error={error} onRetry={refetch} text={t('browse.failedMine')} />;
  }
  if (request?.can?.edit) return <EditForm onChanged={onChanged} request={request} session={session} />;
  const action = (
    <Link className={button.main} to={myRequestsPath}>
      {t('browse.myRequests')}
    </Link>
  );
  return <Empty action={action} title={t(request?.can ? 'request.cannotEdit' : 'privacy.notFound')} />;
}
