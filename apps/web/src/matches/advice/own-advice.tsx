import { searchedRequests } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { Advice } from './advice.tsx';

interface OwnAdviceProps {
  readonly userId: string;
  readonly requests: readonly TransferRequest[];
}

/** Advice for each searched request of the user, one card each. Renders nothing without one. */
export function OwnAdvice({ userId, requests }: OwnAdviceProps) {
  const active = searchedRequests(requests);
  if (active.length === 0) return null;
  return (
    <div className={page.stack}>
      {active.map((request) => (
        <Advice className={card.card} isOpen={false} key={request._id} request={request} userId={userId} />
      ))}
    </div>
  );
}
