import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { waitingAgreementsQuery } from '../../agreements/agreements.queries.ts';
import { AcceptedProposals } from '../../agreements/proposals/accepted-proposals.tsx';
import { WaitingAgreements } from '../../agreements/proposals/waiting-agreements.tsx';
import { FoundMatches } from '../../matches/found-matches.tsx';
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
  // Without a direct swap the news may be a ring. The screen stays while another request is searched.
  const isDecided = useLatch(
    !part.isPending && !(part.perfect === 0 && rings.isPending) && !proposals.isPending,
  );
  if (!isDecided) return <ScreenOfSkeletons label={t('common.loading')} />;
  return (
    <>
      {lead?.(part)}
      {proposals.data && (
        <>
          <WaitingAgreements proposals={proposals.data} />
          <AcceptedProposals proposals={proposals.data} />
        </>
      )}
      <OwnNews matches={part.shown} perfect={part.perfect} rings={rings.rings} />
      <OwnChances isAdviceOpen={opensAdvice && part.total === 0} requests={requests} userId={userId} />
      {children}
      <FoundMatches empty={empty} part={part} requests={requests} userId={userId} />
    </>
  );
}
