import { searchedRequests } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useState } from 'react';
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
  const { rings, ...own } = useOwnRings(userId, requests);
  const [isWhole, setWhole] = useState(false);
  if (searchedRequests(requests).length === 0) return null;
  const shown = isWhole ? rings : rings.slice(0, first);
  return <Rings {...own} onAll={() => setWhole(true)} rings={shown} total={rings.length} />;
}
