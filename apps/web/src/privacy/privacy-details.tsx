import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { StatusTag, UrgencyTag } from '../requests/request-tags.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { RouteLine } from '../ui/route-line.tsx';

/** Status, places, subject, class level and reason of the request whose privacy settings are shown. */
export function PrivacyDetails({ request }: { request: TransferRequest }) {
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
      <dl className={card.facts}>
        <dt>{t('person.subject')}</dt>
        <dd>{names.subject(request.subject)}</dd>
        <dt>{t('person.classLevel')}</dt>
        <dd>{names.classLevel(request.classRange)}</dd>
        <dt>{t('browse.reason')}</dt>
        <dd className={card.text}>{request.reason || t('dashboard.noReason')}</dd>
      </dl>
    </>
  );
}
