import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { Empty } from '../ui/empty.tsx';

/** Notice in place of matches while a swap is agreed. */
export function AgreedNow() {
  const { t } = useTranslation();
  return (
    <Empty
      action={<Link to={paths.agreements}>{t('dashboard.toAgreements')}</Link>}
      level={3}
      title={t('dashboard.agreedNow')}
    />
  );
}

/** Returns `true` if no request is active and one is agreed. */
export function isAgreedOnly(requests: readonly Pick<TransferRequest, 'status'>[]): boolean {
  const has = (status: TransferRequest['status']) => requests.some((request) => request.status === status);
  return has('pending') && !has('active');
}
