import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../platform/i18n/language.tsx';
import { askAgain } from '../platform/queries.ts';
import { Failure } from '../ui/states.tsx';

/** Message that the payment status could not be read. The teacher may have paid, so it does not ask for a payment. */
export function AccessFailure() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const retry = () => void askAgain(client, 'me');
  return <Failure onRetry={retry} text={t('browse.failedAccess')} />;
}
