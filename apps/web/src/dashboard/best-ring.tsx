import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import type { Ring } from '@mutual-transfer/domain/matching/ring';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useState } from 'react';
import { OwnRings } from '../matches/rings/own-rings.tsx';
import { Rings } from '../matches/rings/rings.tsx';

interface BestRingProps {
  ring: Ring;
  /** Number of rings through the requests. */
  total: number;
  contactLimit: ContactLimit;
  requests: readonly TransferRequest[];
  userId: string;
}

/** The best ring. The others are fetched when the user asks for them. */
export function BestRing({ ring, total, contactLimit, requests, userId }: BestRingProps) {
  const [isWhole, setWhole] = useState(false);
  if (isWhole) return <OwnRings first={total} requests={requests} userId={userId} />;
  return <Rings contactLimit={contactLimit} onAll={() => setWhole(true)} rings={[ring]} total={total} />;
}
