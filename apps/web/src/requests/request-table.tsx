import type { TransferRequest, Urgency } from '@mutual-transfer/domain/requests/transfer-request';
import type { ReactNode } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import { Facts } from '../ui/facts.tsx';
import page from '../ui/page.module.css';
import rows from '../ui/table.module.css';
import { Tag, type Tone, VerifiedTag } from '../ui/tag.tsx';
import classes from './request-table.module.css';

const statusTones: Partial<Record<TransferRequest['status'], Tone>> = { active: 'good', pending: 'fair' };
const urgencyTones: Record<Urgency, Tone> = { low: 'low', medium: 'fair', high: 'urgent' };

type RequestState = Pick<TransferRequest, 'status' | 'agreement'>;

/** Returns a formatter of a request's status. Requests in an agreement have a status of their own after the application was filed. */
export function useStatusText() {
  const { t } = useTranslation();
  return ({ status, agreement }: RequestState) =>
    t(`status.${status === 'pending' && agreement?.isFiled ? 'filed' : status}`);
}

export function StatusTag({ request }: { request: RequestState }) {
  const text = useStatusText();
  return <Tag tone={statusTones[request.status] ?? 'low'}>{text(request)}</Tag>;
}

export function UrgencyTag({ urgency }: { urgency: Urgency }) {
  const { t } = useTranslation();
  return <Tag tone={urgencyTones[urgency]}>{t(`urgency.${urgency}Priority`)}</Tag>;
}

interface RowParts {
  /** Tags beside the teacher's name. */
  marks?: (request: TransferRequest) => ReactNode;
  /** Distance of the teacher, in a column of its own. Omitted for visitors. */
  distance?: (request: TransferRequest) => ReactNode;
  /** Actions at the end of a request's details. */
  actions: (request: TransferRequest) => ReactNode;
}

interface RequestTableProps extends RowParts {
  label: string;
  requests: readonly TransferRequest[];
}

/** Table of requests of others: rows on a wide screen, cards on a phone. Details open on a press, also without JavaScript. */
export function RequestTable({ label, requests, ...parts }: RequestTableProps) {
  const { t } = useTranslation();
  return (
    <table
      aria-label={label}
      className={`${rows.table} ${classes.table}`}
      data-distance={parts.distance !== undefined || undefined}
    >
      <thead>
        <tr>
          <th scope="col">{t('browse.teacher')}</th>
          <th scope="col">{t('browse.from')}</th>
          <th scope="col">{t('browse.to')}</th>
          <th scope="col">{t('person.subject')}</th>
          {parts.distance && <th scope="col">{t('browse.distance')}</th>}
          <th scope="col">{t('browse.urgencyAndStatus')}</th>
          <th scope="col">{t('browse.details')}</th>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <Row key={request._id} request={request} {...parts} />
        ))}
      </tbody>
    </table>
  );
}

/** Row of one request: teacher, places and teaching. The details show the reason. */
function Row({ request, marks, distance, actions }: RowParts & { request: TransferRequest }) {
  const { t } = useTranslation();
  const names = useNames();
  const { user } = request;
  return (
    <tr>
      <th scope="row">
        {names.personal(user.name)}
        <span className={`${page.chips} ${classes.tags}`}>
          <VerifiedTag user={user} />
          {marks?.(request)}
        </span>
      </th>
      <td>{names.place(user.district, user.postingBlock)}</td>
      <td className={classes.to}>{names.place(request.desiredDistrict, request.desiredBlock)}</td>
      <td className={`${page.soft} ${classes.teaches}`}>
        {names.subject(request.subject)} · {names.classLevel(request.classRange)}
      </td>
      {distance && <td className={classes.distance}>{distance(request)}</td>}
      <td className={`${page.chips} ${classes.marks}`}>
        <UrgencyTag urgency={request.urgency} />
        {request.status !== 'active' && <StatusTag request={request} />}
      </td>
      <td className={classes.more}>
        <details>
          <summary>
            {t('browse.details')}
            <RequestName request={request} />
          </summary>
          <div className={`${page.near} ${page.ruled} ${classes.details}`}>
            <Details request={request} />
            <div className={card.actions}>{actions(request)}</div>
          </div>
        </details>
      </td>
    </tr>
  );
}

/** Owner and desired place of a request, for screen-reader users who list links and buttons without their context. */
export function RequestName({ request }: { request: TransferRequest }) {
  const names = useNames();
  const { user, desiredDistrict, desiredBlock } = request;
  return (
    <span className="visually-hidden">
      {`: ${names.personal(user.name)}, ${names.place(user.district, user.postingBlock)} → ${names.place(desiredDistrict, desiredBlock)}`}
    </span>
  );
}

function Details({ request }: { request: TransferRequest }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const statusText = useStatusText();
  const { user, reason, additionalInfo, contactPreference } = request;
  const isPrivate = Object.values(request.privacySettings).some(Boolean);
  return (
    <div className={page.columns}>
      <div className={page.stack}>
        <p className={card.text}>{reason}</p>
        {additionalInfo && <p className={`${card.text} ${page.soft}`}>{additionalInfo}</p>}
      </div>
      <div className={page.stack}>
        <Facts
          facts={[
            [t('person.school'), names.personal(user.schoolName)],
            [t('contact.label'), t(`contact.${contactPreference}`)],
            [t('browse.status'), statusText(request)],
          ]}
        />
        {/* Month names may differ between server and browser: keeps the server's text. */}
        <p className={page.soft} suppressHydrationWarning>
          {t('browse.posted', { date: formats.date(request.createdAt) })}
          {isPrivate && ` · ${t('person.someHidden')}`}
        </p>
      </div>
    </div>
  );
}
