import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useSession } from '../platform/session/session.ts';
import { NewRequestLink } from '../requests/new-request-link.tsx';
import { myRequestsQuery } from '../requests/requests.queries.ts';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { Empty } from '../ui/states/empty.tsx';
import { CardSkeletons } from '../ui/states/skeletons.tsx';
import { PrivacyInfo } from './privacy-info.tsx';
import { PrivacyRequests } from './privacy-requests.tsx';

/** Privacy settings of all requests. */
export default function PrivacyPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session === null) return null;
  return (
    <div className={page.page}>
      <PageTitle text={t('privacy.title')} />
      <div>
        <h1>{t('privacy.title')}</h1>
        <p className={page.lead}>{t('privacy.lead')}</p>
      </div>
      <Settings userId={session.user._id} />
      <PrivacyInfo />
    </div>
  );
}

function Settings({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const query = useQuery(myRequestsQuery(userId));
  if (query.isPending) return <CardSkeletons label={t('common.loading')} />;
  if (query.data === undefined) {
    return <CallFailure error={query.error} onRetry={query.refetch} text={t('browse.failedMine')} />;
  }
  if (query.data.length === 0) {
    return <Empty action={<NewRequestLink />} text={t('privacy.noneHint')} title={t('request.nonePosted')} />;
  }
  return <PrivacyRequests chosen={parameters.get('request')} requests={query.data} />;
}
