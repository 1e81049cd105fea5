import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueryClient } from '@tanstack/react-query';
import { CallFailure } from '../../form/call-failure.tsx';
import { callApi } from '../../platform/api/client.ts';
import { askAround, replaceOwnRequest } from '../../platform/api/own-requests.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { focusIfLost } from '../../ui/focus-if-lost.ts';

interface RenewRequestProps {
  readonly requestId: string;
  /** Called after the renewal. */
  readonly onDone: () => void;
}

/** Button that renews a request that is about to expire. */
export function RenewRequest({ requestId, onDone }: RenewRequestProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const renewing = useAction(
    () =>
      callApi<{ data: { request: TransferRequest } }>(`/requests/${requestId}/renewal`, { method: 'POST' }),
    async ({ data }) => {
      await replaceOwnRequest(client, data.request);
      void askAround(client, requestId);
      onDone();
    },
  );
  if (renewing.isDone)
    return (
      <p ref={focusIfLost} role="status" tabIndex={-1}>
        {t('alerts.renewed')}
      </p>
    );
  return (
    <>
      <CallFailure error={renewing.error} text={t('alerts.failedRenew')} />
      <Button isBusy={renewing.isBusy} kind="soft" onClick={() => renewing.run()}>
        {t('alerts.renew')}
      </Button>
    </>
  );
}
