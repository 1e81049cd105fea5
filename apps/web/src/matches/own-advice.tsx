import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import page from '../ui/page.module.css';
import { Advice } from './advice.tsx';

interface OwnAdviceProps {
  readonly token: string;
  readonly requests: readonly TransferRequest[];
  /** Whether it is given before it is asked for. */
  readonly isOpen?: boolean;
}

/** For each of one's active requests, what would bring it further. */
export function OwnAdvice({ token, requests, isOpen = false }: OwnAdviceProps) {
  return (
    <div className={page.stack}>
      {requests
        .filter(({ status }) => status === 'active')
        .map((request) => (
          <Advice isOpen={isOpen} key={request._id} request={request} token={token} />
        ))}
    </div>
  );
}
