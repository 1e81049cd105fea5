import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useEnding } from './use-ending.ts';

/** Warning in a dialog that its step ends the open proposals of the request. Renders nothing if there is no such proposal. */
export function Ending({ request }: { request: TransferRequest }) {
  const text = useEnding(request, 'step');
  return text === undefined ? null : (
    <p>
      <strong>{text}</strong>
    </p>
  );
}
