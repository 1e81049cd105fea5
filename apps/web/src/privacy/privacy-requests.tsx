import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { isOpen, openRequests, usePrivacyText } from '../requests/form/privacy-text.ts';
import { PrivacyEditor } from '../requests/own/privacy-editor.tsx';
import { StatusTag } from '../requests/request-tags.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { Failure } from '../ui/states/failure.tsx';
import classes from './privacy.module.css';
import { PrivacyDetails } from './privacy-details.tsx';

interface PrivacyRequestsProps {
  readonly requests: readonly TransferRequest[];
  /** Id of the request in the URL. Without one, the newest open request is shown, or else the newest. */
  readonly chosen: string | null;
}

/** Selects a request and shows its settings. */
export function PrivacyRequests({ requests, chosen }: PrivacyRequestsProps) {
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
