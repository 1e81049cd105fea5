import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { useSession } from '../platform/session.ts';
import { NewRequestLink } from '../requests/new-request-link.tsx';
import { isOpen, openRequests, PrivacyEditor, usePrivacyText } from '../requests/privacy-editor.tsx';
import { StatusTag, UrgencyTag } from '../requests/request-table.tsx';
import { myRequestsQuery } from '../requests/requests.queries.ts';
import card from '../ui/card.module.css';
import { Facts } from '../ui/facts.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { RouteLine } from '../ui/route-line.tsx';
import { CardSkeletons, Empty, Failure } from '../ui/states.tsx';
import classes from './privacy.module.css';

/** Status, places, subject, class level and reason of the request whose privacy settings are shown. */
function PrivacyDetails({ request }: { request: TransferRequest }) {
  const { t } = useTranslation();
  const names = useNames();
  return (
    <>
      <div className={page.chips}>
        <StatusTag request={request} />
        <UrgencyTag urgency={request.urgency} />
      </div>
      <RouteLine
        from={names.place(request.user.district, request.user.postingBlock)}
        fromLabel={t('browse.from')}
        to={names.place(request.desiredDistrict, request.desiredBlock)}
        toLabel={t('browse.to')}
      />
      <Facts
        facts={[
          [t('person.subject'), names.subject(request.subject)],
          [t('person.classLevel'), names.classLevel(request.classRange)],
          [
            t('browse.reason'),
            <span className={card.text} key="reason">
              {request.reason || t('dashboard.noReason')}
            </span>,
          ],
        ]}
      />
    </>
  );
}

interface PrivacyRequestsProps {
  requests: readonly TransferRequest[];
  /** Id of the request in the URL. Without one, the newest open request is shown, or else the newest. */
  chosen: string | null;
}

/** Selects a request and shows its settings. */
function PrivacyRequests({ requests, chosen }: PrivacyRequestsProps) {
  const { t } = useTranslation();
  const shownFirst = requests.find(({ status }) => isOpen(status)) ?? requests[0];
  const current = chosen === null ? shownFirst : requests.find(({ _id }) => _id === chosen);
  return (
    <div className={`${page.page} ${page.beside} ${classes.columns}`}>
      <nav aria-labelledby="own-requests" className={page.section}>
        <h2 id="own-requests">{t('privacy.requests')}</h2>
        <ul className={page.stack}>
          {requests.map((request) => (
            <li key={request._id}>
              <Choice isCurrent={request === current} request={request} />
            </li>
          ))}
        </ul>
      </nav>
      <section aria-labelledby="privacy-details" className={page.section}>
        <h2 id="privacy-details">{t('privacy.details')}</h2>
        {current ? (
          <div className={card.card}>
            <PrivacyDetails request={current} />
            <PrivacyEditor key={current._id} open={openRequests(requests)} request={current} />
          </div>
        ) : (
          <Failure text={t('privacy.notFound')} />
        )}
      </section>
    </div>
  );
}

function Choice({ request, isCurrent }: { request: TransferRequest; isCurrent: boolean }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const privacyText = usePrivacyText();
  return (
    <Link
      aria-current={isCurrent ? 'true' : undefined}
      className={`${card.card} ${classes.choice}`}
      preventScrollReset
      to={{ search: `?request=${request._id}` }}
    >
      <span className={page.row}>
        <strong>{names.place(request.desiredDistrict, request.desiredBlock)}</strong>
        <StatusTag request={request} />
      </span>
      <span className={page.soft}>
        {privacyText(request.privacySettings)}
        <br />
        {t('browse.posted', { date: formats.date(request.createdAt) })}
      </span>
    </Link>
  );
}

const sentences = [
  'privacy.infoHidden',
  'privacy.infoMatches',
  'privacy.infoVisitors',
  'privacy.infoAdministrator',
] as const;

function PrivacyInfo() {
  const { t } = useTranslation();
  return (
    <aside aria-labelledby="privacy-info" className={page.well}>
      <h2 id="privacy-info">{t('privacy.infoTitle')}</h2>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{t(sentence)}</li>
        ))}
      </ul>
    </aside>
  );
}

/** Privacy settings of all requests. */
export default function PrivacyPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session === null) return null;
  return (
    <div className={page.page}>
      <PageTitle text={t('navigation.privacy')} />
      <div>
        <h1>{t('navigation.privacy')}</h1>
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
  if (query.isPending) return <CardSkeletons />;
  if (query.data === undefined) {
    return <CallFailure error={query.error} onRetry={query.refetch} text={t('browse.failedMine')} />;
  }
  if (query.data.length === 0) {
    return <Empty action={<NewRequestLink />} text={t('privacy.noneHint')} title={t('request.nonePosted')} />;
  }
  return <PrivacyRequests chosen={parameters.get('request')} requests={query.data} />;
}
