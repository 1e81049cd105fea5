import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { searchedRequests } from '../searched-requests.ts';
import { Rings } from './rings.tsx';
import { useOwnRings } from './use-own-rings.ts';

interface OwnRingsProps {
  readonly userId: string;
  readonly requests: readonly TransferRequest[];
  /** Number of rings shown before the user asks for the rest. */
  readonly first: number;
}

/** Rings through the user's searched requests. Renders nothing without one. */
export function OwnRings({ userId, requests, first }: OwnRingsProps) {
  const own = useOwnRings(userId, requests);
  if (searchedRequests(requests).length === 0) return null;
  return <Rings {...own} first={first} />;
}
