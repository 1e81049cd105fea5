import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { StatusTag, UrgencyTag } from '../requests/request-tags.tsx';
import card from '../ui/card.module.css';
import { Facts } from '../ui/facts.tsx';
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
