import { searchedRequests } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { waitingAgreementsQuery } from '../agreements/agreements.queries.ts';
import { AcceptedProposals, WaitingAgreements } from '../agreements/proposals.tsx';
import { Advice, NoSwapYet } from '../matches/advice.tsx';
import {
  FoundMatches,
  type MatchesInPart,
  useMatchesInPart,
  withRequest,
} from '../matches/found-matches.tsx';
import { OwnNews } from '../matches/own-news.tsx';
import { useOwnRings } from '../matches/rings.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import { ScreenOfSkeletons } from '../ui/states.tsx';
import { ReadinessPart } from './readiness.tsx';
import { myRequestsQuery } from './requests.queries.ts';

interface OwnChancesProps {
  requests: readonly TransferRequest[];
  userId: string;
  /** Shows the advice expanded. */
  isAdviceOpen: boolean;
}

/**
 * One card with readiness switch and advice for each of these requests, labelled with the place if there are several. Renders nothing if
 * no matches are searched for them.
 */
export function OwnChances({ requests, userId, isAdviceOpen }: OwnChancesProps) {
  const { t } = useTranslation();
  const names = useNames();
  const { data: own } = useQuery(myRequestsQuery(userId));
  // The loaded list may not contain a request that was just posted.
  const isSearched = searchedRequests([...requests, ...(own ?? [])]).length > 0;
  const active = isSearched ? searchedRequests(requests) : [];
  if (active.length === 0) return null;
  return (
    <section aria-label={t('request.chances')} className={`${card.card} ${card.openedLast}`}>
      {active.map((given) => (
        <div key={given._id}>
          {active.length > 1 && <strong>{names.place(given.desiredDistrict, given.desiredBlock)}</strong>}
          <ReadinessPart request={own?.find(({ _id }) => _id === given._id) ?? given} />
          <Advice className={card.part} isOpen={isAdviceOpen} request={given} userId={userId} />
        </div>
      ))}
    </section>
  );
}

interface RequestResultsProps {
  userId: string;
  requests: readonly TransferRequest[];
  /** Content above the news, derived from the found matches. */
  lead?: (found: MatchesInPart) => ReactNode;
  /** Content between the advice and the lists of matches and rings. */
  children: ReactNode;
  /** Content instead of the best matches if there are none. */
  empty: ReactNode;
  /** Shows the advice expanded if there is no match. */
  opensAdvice?: boolean;
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
  const part = useMatchesInPart(userId, requests);
  const rings = useOwnRings(userId, requests);
  const proposals = useQuery(waitingAgreementsQuery(userId));
  // Without a direct swap the news may be a ring. The screen stays while another request is searched.
  const isDecided = useLatch(
    !part.isPending && !(part.perfect === 0 && rings.isPending) && !proposals.isPending,
  );
  if (!isDecided) return <ScreenOfSkeletons />;
  return (
    <>
      {proposals.data && (
        <>
          <WaitingAgreements proposals={proposals.data} />
          <AcceptedProposals proposals={proposals.data} />
        </>
      )}
      <FoundSummary part={part}>{lead?.(part)}</FoundSummary>
      <OwnNews
        matches={part.shown}
        perfect={part.perfect}
        registered={part.registered.perfect}
        rings={rings.rings}
      />
      {part.perfect === 0 && rings.rings.length === 0 && <NoSwapYet requests={requests} userId={userId} />}
      <OwnChances
        isAdviceOpen={opensAdvice && part.total === 0 && rings.rings.length > 0}
        requests={requests}
        userId={userId}
      />
      {children}
      <FoundMatches empty={empty} part={part} requests={requests} userId={userId} />
    </>
  );
}

/** States how many teachers could swap directly and how many want the user's place. Renders nothing without any match. */
function FoundSummary({ part, children }: { part: MatchesInPart; children: ReactNode }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (part.total === 0) return null;
  const { perfect, wantsYourPlace } = withRequest(part);
  return (
    <div>
      <p>
        <strong>
          {[
            perfect > 0 && t('match.summary.swaps', { count: perfect, formatted: formats.number(perfect) }),
            wantsYourPlace > 0 &&
              t('match.summary.wanting', {
                count: wantsYourPlace,
                formatted: formats.number(wantsYourPlace),
              }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </strong>
      </p>
      {children}
    </div>
  );
}

/** Returns `true` from the first time that the condition holds. */
function useLatch(holds: boolean): boolean {
  const [hasHeld, setHeld] = useState(holds);
  if (holds && !hasHeld) setHeld(true);
  return hasHeld || holds;
}
