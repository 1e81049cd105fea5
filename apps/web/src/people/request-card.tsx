import type { TransferRequest } from '@mutual-transfer/domain/transfer-request';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/language.tsx';
import { useFormats, useNames } from '../i18n/names.ts';
import card from '../ui/card.module.css';
import { RouteLine } from '../ui/route-line.tsx';
import { StatusTag, UrgencyTag } from './request-tags.tsx';

interface RequestCardProps {
  readonly request: TransferRequest;
  /** What can be done with it. */
  readonly children?: ReactNode;
}

/** A transfer request as others see it: who, from where, to where, and why. */
export function RequestCard({ request, children }: RequestCardProps) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const { user, reason, additionalInfo, subject, classRange, contactPreference } = request;
  const isPrivate = Object.values(request.privacySettings).some(Boolean);
  return (
    <article className={card.card}>
      <div className={card.tags}>
        <UrgencyTag urgency={request.urgency} />
        <StatusTag status={request.status} />
      </div>
      <h3>{names.personal(user.name)}</h3>
      <RouteLine
        from={names.place(user.district, user.postingBlock)}
        fromLabel={t('browse.from')}
        to={names.place(request.desiredDistrict, request.desiredBlock)}
        toLabel={t('browse.to')}
      />
      <p className={card.text}>{reason}</p>
      {additionalInfo && <p className={`${card.text} ${card.soft}`}>{additionalInfo}</p>}
      <dl className={card.facts}>
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
      <p className={card.soft} suppressHydrationWarning>
        {t('browse.posted', { date: formats.date(request.createdAt) })}
        {isPrivate && ` · ${t('person.someHidden')}`}
      </p>
      {children && <div className={card.actions}>{children}</div>}
    </article>
  );
}
