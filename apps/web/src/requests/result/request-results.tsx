import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { waitingAgreementsQuery } from '../../agreements/agreements.queries.ts';
import { AcceptedProposals } from '../../agreements/proposals/accepted-proposals.tsx';
import { WaitingAgreements } from '../../agreements/proposals/waiting-agreements.tsx';
import { FoundMatches } from '../../matches/found-matches.tsx';
import { isBestKnown } from '../../matches/is-best-known.ts';
import { type MatchesInPart, useMatchesInPart } from '../../matches/matches-page-by-page.tsx';
import { OwnNews } from '../../matches/own-news.tsx';
import { useOwnRings } from '../../matches/rings/use-own-rings.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useLatch } from '../../platform/use-latch.ts';
import { ScreenOfSkeletons } from '../../ui/states/skeletons.tsx';
import { OwnChances } from '../own/own-chances.tsx';

interface RequestResultsProps {
  readonly userId: string;
  readonly requests: readonly TransferRequest[];
  /** Content above the news, derived from the found matches. */
  readonly lead?: (found: MatchesInPart) => ReactNode;
  /** Content between the advice and the lists of matches and rings. */
  readonly children: ReactNode;
  /** Content instead of the best matches if there are none. */
  readonly empty: ReactNode;
  /** Shows the advice expanded if there is no match. */
  readonly opensAdvice?: boolean;
}

/**
 * Results of the user's requests: open proposals, best news, readiness and advice, and the found matches and rings. They appear together,
 * because news that came later would push down the rest, and a proposed swap is no news.
 */
export function RequestResults({
  userId,
  requests,
  lead,
  children,
  empty,
  opensAdvice = false,
}: RequestResultsProps) {
  const { t } = useTranslation();
  const part = useMatchesInPart(userId, requests);
  const rings = useOwnRings(userId, requests);
  const proposals = useQuery(waitingAgreementsQuery(userId));
  const isDecided = useLatch(
    isBestKnown(part, rings) && (!proposals.isPending || part.restoredAt !== undefined),
  );
  if (!isDecided) return <ScreenOfSkeletons label={t('common.loading')} />;
  return (
    <>
      {lead?.(part)}
      <WaitingAgreements userId={userId} />
      <AcceptedProposals userId={userId} />
      <OwnNews matches={part.shown} perfect={part.perfect} requests={requests} userId={userId} />
      <OwnChances isAdviceOpen={opensAdvice && part.total === 0} requests={requests} userId={userId} />
      {children}
      <FoundMatches empty={empty} part={part} requests={requests} userId={userId} />
    </>
  );
}
