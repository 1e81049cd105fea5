import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import page from '../ui/page.module.css';
import { Advice } from './advice.tsx';

interface OwnAdviceProps {
  readonly userId: string;
  readonly requests: readonly TransferRequest[];
  /** Shows the advice expanded. */
  readonly isOpen?: boolean;
}

/** Advice for each active request of the user. */
export function OwnAdvice({ userId, requests, isOpen = false }: OwnAdviceProps) {
  return (
    <div className={page.stack}>
      {requests
        .filter(({ status }) => status === 'active')
        .map((request) => (
          <Advice isOpen={isOpen} key={request._id} request={request} userId={userId} />
        ))}
    </div>
  );
}
