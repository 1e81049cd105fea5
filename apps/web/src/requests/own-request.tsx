import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useSeenInList } from '../agreements/seen-fields.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { agreementPath, editRequestPath } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { RouteLine } from '../ui/route-line.tsx';
import { FocusedNotice } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import classes from './own-requests.module.css';
import { isOpen, openRequests, PrivacyEditor, usePrivacyText } from './privacy-editor.tsx';
import { ReadinessPart } from './readiness.tsx';
import { DeleteRequest, HideRequest, RankRequest } from './request-changes.tsx';
import { RequestSteps } from './request-steps.tsx';
import { StatusTag, UrgencyTag, useStatusText } from './request-table.tsx';

interface OwnRequestProps {
  request: TransferRequest;
  open: number;
  /** False where the page has the switch of readiness elsewhere. */
  hasReadiness: boolean;
  /** Shows the result outside the request, which may be gone. */
  onNotice: (text: string) => void;
}

/** One of the user's requests: place, status and a link to edit it; opened, its details and actions. */
function OwnRequest({ request, open, hasReadiness, onNotice }: OwnRequestProps) {
  const { t } = useTranslation();
  const names = useNames();
  const statusText = useStatusText();
  const place = names.place(request.desiredDistrict, request.desiredBlock);
  // Each request has the same actions, so each button's name includes its request.
  const named = (text: string) => `${text}: ${place}, ${statusText(request)}`;
  return (
    <article className={`${card.card} ${card.line} ${classes.line}`}>
      <details className={card.opens} data-printed>
        <summary data-printed>
          <Line open={open} place={place} request={request} />
        </summary>
        <div className={card.opened}>
          <Details open={open} place={place} request={request} />
          {open > 1 && (
            <RankRequest label={named(t('dashboard.rank'))} onNotice={onNotice} request={request} />
          )}
          {hasReadiness && <ReadinessPart request={request} />}
          <RequestSteps named={named} onNotice={onNotice} request={request} />
          <Foot named={named} onNotice={onNotice} open={open} request={request} />
        </div>
      </details>
      {request.can?.edit && (
        <Link
          aria-label={named(t('dashboard.edit'))}
          className={`${button.soft} ${page.start}`}
          to={editRequestPath(request._id)}
        >
          <IconPencil aria-hidden="true" size={18} />
          <span className={classes.word}>{t('dashboard.edit')}</span>
        </Link>
      )}
    </article>
  );
}

interface PartProps extends Pick<OwnRequestProps, 'request' | 'open'> {
  place: string;
}

/** Place, status, and rank among several active requests. */
function Line({ request, open, place }: PartProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className={page.chips}>
      <h3>{place}</h3>
      <StatusTag request={request} />
      {open > 1 && request.status === 'active' && request.rank != null && (
        <Tag tone="low">{t('dashboard.choice', { number: formats.number(request.rank) })}</Tag>
      )}
    </div>
  );
}

/** Move, urgency, reason, privacy, dates, and the agreement. */
function Details({ request, open, place }: PartProps) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const privacyText = usePrivacyText();
  const seenInList = useSeenInList();
  const { user, status, agreement } = request;
  const dates = [
    t('browse.posted', { date: formats.date(request.createdAt) }),
    ...(isOpen(status) ? [t('dashboard.validUntil', { date: formats.date(request.expiresAt) })] : []),
  ];
  return (
    <>
      <RouteLine
        from={names.place(user.district, user.postingBlock)}
        fromLabel={t('browse.from')}
        to={place}
        toLabel={t('browse.to')}
      />
      <div className={page.chips}>
        <UrgencyTag urgency={request.urgency} />
      </div>
      <p className={card.text}>{request.reason || t('dashboard.noReason')}</p>
      <div className={page.soft}>
        <p>{privacyText(request.privacySettings)}</p>
        {isOpen(status) && request.seen && <p>{seenInList(request.seen)}</p>}
        {open > 1 && isOpen(status) && <p>{t('privacy.several', { formatted: formats.number(open) })}</p>}
        <p>{dates.join(' · ')}</p>
      </div>
      {agreement && (
        <Link className={`${button.quiet} ${button.flush} ${page.start}`} to={agreementPath(agreement._id)}>
          {t('dashboard.toAgreement')}
        </Link>
      )}
    </>
  );
}

interface FootProps extends Pick<OwnRequestProps, 'request' | 'open' | 'onNotice'> {
  /** Returns a button's text with the name of its request. */
  named: (text: string) => string;
}

/** Privacy settings, which open below, and the buttons that take the request out of the list. */
function Foot({ request, open, named, onNotice }: FootProps) {
  const { t } = useTranslation();
  const editorId = useId();
  const [isEditing, setEditing] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <div className={`${page.chips} ${page.ruled} ${classes.foot}`}>
        <Button
          aria-controls={editorId}
          aria-expanded={isEditing}
          aria-label={named(t('dashboard.privacySettings'))}
          onClick={() => {
            setEditing(!isEditing);
            setOpened(true);
          }}
        >
          <IconEyeOff aria-hidden="true" size={18} />
          {t('dashboard.privacySettings')}
        </Button>
        <HideRequest label={named(t('dashboard.hide'))} onNotice={onNotice} request={request} />
        {request.can?.delete !== false && (
          <Button
            aria-label={named(t('dashboard.delete'))}
            className={classes.delete}
            kind="quiet"
            onClick={() => setDeleting(true)}
          >
            <IconTrash aria-hidden="true" size={18} />
            {t('dashboard.delete')}
          </Button>
        )}
      </div>
      <div hidden={!isEditing} id={editorId}>
        {wasOpened && <PrivacyEditor open={open} request={request} />}
      </div>
      {isDeleting && (
        <DeleteRequest onClose={() => setDeleting(false)} onNotice={onNotice} request={request} />
      )}
    </>
  );
}

interface OwnRequestListProps {
  requests: readonly TransferRequest[];
  /** Number shown before the user asks for the rest. Defaults to all. */
  first?: number;
  /** False where the page has the switch of readiness elsewhere. */
  hasReadiness?: boolean;
}

/** Lists the user's requests with their actions and the last result. */
export function OwnRequestList({
  requests,
  first = requests.length,
  hasReadiness = true,
}: OwnRequestListProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [isWhole, setWhole] = useState(false);
  const [notice, setNotice] = useState({ text: '' });
  const open = openRequests(requests);
  return (
    <>
      <FocusedNotice notice={notice} />
      <ul className={page.stack}>
        {(isWhole ? requests : requests.slice(0, first)).map((request) => (
          <li key={request._id}>
            <OwnRequest
              hasReadiness={hasReadiness}
              onNotice={(text) => setNotice({ text })}
              open={open}
              request={request}
            />
          </li>
        ))}
      </ul>
      {!isWhole && requests.length > first && (
        <Button className={page.start} onClick={() => setWhole(true)}>
          {t('dashboard.showOthers', { formatted: formats.number(requests.length - first) })}
        </Button>
      )}
    </>
  );
}
