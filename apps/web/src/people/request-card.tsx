import type { TransferRequest } from '@mutual-transfer/domain/transfer-request';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/language.tsx';
import { useFormats, useNames } from '../i18n/names.ts';
import card from '../ui/card.module.css';
import { RouteLine } from '../ui/route-line.tsx';
import classes from './request-card.module.css';
import { StatusTag, UrgencyTag } from './request-tags.tsx';
import { VerifiedTag } from './verified-tag.tsx';

interface RequestCardProps {
  readonly request: TransferRequest;
  /** What can be done with it. */
  readonly children?: ReactNode;
}

/** A transfer request as others see it: who, from where, to where, and why. */
export function RequestCard({ request, children }: RequestCardProps) {
  const { t } = useTranslation();
  const names = useNames();
  const { user, subject, classRange } = request;
  return (
    <article className={`${card.card} ${classes.card}`}>
      <div className={card.heading}>
        <h3>{names.personal(user.name)}</h3>
        <div className={card.tags}>
          <UrgencyTag urgency={request.urgency} />
          <StatusTag request={request} />
          <VerifiedTag user={request.user} />
        </div>
      </div>
      <div className={classes.route}>
        <RouteLine
          from={names.place(user.district, user.postingBlock)}
          fromLabel={t('browse.from')}
          to={names.place(request.desiredDistrict, request.desiredBlock)}
          toLabel={t('browse.to')}
        />
      </div>
      <p className={`${card.soft} ${classes.kind}`}>
        {names.subject(subject)} · {names.classLevel(classRange)}
      </p>
      <Details request={request} />
      {children && <div className={card.actions}>{children}</div>}
    </article>
  );
}

/** What a compact list leaves out. */
function Details({ request }: { request: TransferRequest }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const { user, reason, additionalInfo, subject, classRange, contactPreference } = request;
  const isPrivate = Object.values(request.privacySettings).some(Boolean);
  return (
    <>
      <p className={`${card.text} ${classes.more}`}>{reason}</p>
      {additionalInfo && <p className={`${card.text} ${card.soft} ${classes.more}`}>{additionalInfo}</p>}
      <dl className={`${card.facts} ${classes.more}`}>
        <dt>{t('person.subject')}</dt>
        <dd>{names.subject(subject)}</dd>
        <dt>{t('person.classLevel')}</dt>
        <dd>{names.classLevel(classRange)}</dd>
        <dt>{t('person.school')}</dt>
        <dd>{names.personal(user.schoolName)}</dd>
        <dt>{t('contact.label')}</dt>
        <dd>{t(`contact.${contactPreference}`)}</dd>
      </dl>
      {/* The name of a month may differ between the server and the browser; what the server wrote stays. */}
      <p className={`${card.soft} ${classes.more}`} suppressHydrationWarning>
        {t('browse.posted', { date: formats.date(request.createdAt) })}
        {isPrivate && ` · ${t('person.someHidden')}`}
      </p>
    </>
  );
}
