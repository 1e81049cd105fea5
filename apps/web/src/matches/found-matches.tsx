import { MY_MATCHES_CAP } from '@mutual-transfer/domain/constants';
import type { MatchKind } from '@mutual-transfer/domain/matching/match';
import type { MatchCounts } from '@mutual-transfer/domain/matching/merge-matches';
import { searchedRequests } from '@mutual-transfer/domain/requests/searched-requests';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { withParameters } from '../navigation/page-search.ts';
import { Tabs } from '../navigation/tabs.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { askAgain } from '../platform/queries.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { CardSkeletons } from '../ui/states.tsx';
import { MatchCards } from './match-card.tsx';
import { furtherMatchesQuery } from './matches.queries.ts';
import { OwnRings, useOwnRings } from './rings.tsx';
import { type FurtherPages, type OwnMatches, useOwnMatches } from './use-own-matches.ts';

const MORE_AT_ONCE = 20;

export interface MatchesInPart extends OwnMatches {
  shown: OwnMatches['matches'];
  /** Shows more matches. `undefined` once all are requested. */
  showMore: (() => void) | undefined;
}

/** Returns the ten best matches of the user, optionally of one kind, and more on request. */
export function useMatchesInPart(
  userId: string,
  requests: readonly TransferRequest[],
  kind?: MatchKind,
): MatchesInPart {
  const [wanted, setWanted] = useState(MY_MATCHES_CAP);
  const own = useOwnMatches(userId, requests, { kind, furtherPages: pagesUpTo(wanted) });
  return {
    ...own,
    shown: own.matches.slice(0, wanted),
    showMore: wanted < own.total ? () => setWanted(wanted + MORE_AT_ONCE) : undefined,
  };
}

/** Returns the function that adds the queries of further pages: as many of each list as the best `wanted` matches may need. */
function pagesUpTo(wanted: number): FurtherPages {
  const count = Math.ceil(wanted / MY_MATCHES_CAP);
  const pages = Array.from({ length: count - 1 }, (_, index) => index + 2);
  return (firstPages) =>
    pages.flatMap((page) => firstPages.map((firstPage) => furtherMatchesQuery(firstPage, page)));
}

/** Shows how many matches are visible, with a button for more. Renders nothing once all are visible. */
export function MoreMatches({ shown, total, showMore, isPending, error }: MatchesInPart) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  if (total === shown.length) return null;
  const counts = { shown: formats.number(shown.length), total: formats.number(total) };
  const retry = () => askAgain(client, 'matches');
  return (
    <>
      <p className={page.soft}>{t('browse.topMatches', counts)}</p>
      <CallFailure error={error} onRetry={retry} text={t('dashboard.failedMatches')} />
      {showMore && (
        <Button className={page.start} isBusy={isPending} onClick={showMore}>
          {t('browse.moreMatches')}
        </Button>
      )}
    </>
  );
}

/** Query parameter of the list that is shown. */
const LIST = 'found';
type List = 'matches' | 'rings' | 'wantsYourPlace';
const RINGS_SHOWN_FIRST = 2;
/** Placeholder for a number that is not loaded. */
const UNKNOWN = '…';

interface FoundMatchesProps {
  userId: string;
  requests: readonly TransferRequest[];
  /** Best matches of the requests. */
  part: MatchesInPart;
  /** Content instead of the best matches if there are none. */
  empty: ReactNode;
}

/**
 * Shows one of three lists: best matches, rings, or teachers who want the user's place. The URL selects the list. The default is the rings
 * if no direct swap is possible, with the best matches below them, otherwise the best matches.
 */
export function FoundMatches({ userId, requests, part, empty }: FoundMatchesProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [parameters] = useSearchParams();
  const ownRings = useOwnRings(userId, requests);
  const { rings } = ownRings;
  const lists = listsOf(requests);
  const best = part.perfect === 0 && rings.length > 0 ? 'rings' : 'matches';
  const shown = lists.find((list) => list === parameters.get(LIST)) ?? best;
  // Without direct swaps the best matches show no number: it would count the teachers who want the user's place a second time.
  const posted = withRequest(part);
  const matches = posted.perfect > 0 ? 'direct' : 'best';
  const counts = {
    matches: posted.perfect,
    rings: rings.length,
    wantsYourPlace: posted.wantsYourPlace,
  };
  const isAnswered = {
    matches: hasAnswer(part, part.total),
    rings: hasAnswer(ownRings, rings.length),
    wantsYourPlace: hasAnswer(part, part.total),
  };
  return (
    <section aria-labelledby="found" className={page.section}>
      <h2 className="visually-hidden" id="found">
        {t('browse.matches')}
      </h2>
      {lists.length > 0 && (
        <Tabs
          isWithinPage
          label={t('browse.matches')}
          tabs={lists.map((list) => ({
            search: `?${withParameters(parameters, { [LIST]: list })}`,
            text: t(`match.lists.${list === 'matches' ? matches : list}`, {
              formatted: isAnswered[list] ? formats.number(counts[list]) : UNKNOWN,
            }),
            isCurrent: list === shown,
          }))}
        />
      )}
      {shown === 'matches' && <Best empty={empty} part={part} />}
      {shown === 'rings' && <OwnRings first={RINGS_SHOWN_FIRST} requests={requests} userId={userId} />}
      {shown === 'rings' && part.perfect === 0 && part.shown.length > 0 && (
        <>
          <h3>{t('match.lists.others')}</h3>
          <Best empty={empty} part={part} />
        </>
      )}
      {shown === 'wantsYourPlace' && <WantYourPlace requests={requests} userId={userId} />}
    </section>
  );
}

/** Returns the numbers of teachers with an active request, as the public list shows them. */
export function withRequest({ perfect, wantsYourPlace, registered }: MatchCounts) {
  return {
    perfect: perfect - registered.perfect,
    wantsYourPlace: wantsYourPlace - registered.wantsYourPlace,
  };
}

/** Returns the lists to show. Before the first request there are no rings. If there are requests but none is searched, there are no lists. */
function listsOf(requests: readonly TransferRequest[]): readonly List[] {
  if (searchedRequests(requests).length > 0) return ['matches', 'rings', 'wantsYourPlace'];
  return requests.length === 0 ? ['matches', 'wantsYourPlace'] : [];
}

/** Returns `false` while a count is zero only because nothing is loaded. */
function hasAnswer({ isPending, error }: Pick<MatchesInPart, 'isPending' | 'error'>, count: number): boolean {
  return count > 0 || !(isPending || error);
}

/** Number of matches that fit in part and show at once if there is no direct swap. */
const PARTLY_SHOWN = 3;

/** Direct swaps, and those who fit in part: folded below direct swaps, which are the news, and below the best three. */
function Best({ part, empty }: Pick<FoundMatchesProps, 'part' | 'empty'>) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (part.shown.length === 0) return <NoneShown empty={empty} part={part} />;
  const direct = part.shown.filter(({ isPerfectMatch }) => isPerfectMatch);
  const others = part.shown.filter(({ isPerfectMatch }) => !isPerfectMatch);
  const folded = direct.length > 0 ? others : others.slice(PARTLY_SHOWN);
  return (
    <>
      {direct.length > 0 && <MatchCards {...part} matches={direct} />}
      {direct.length === 0 && <MatchCards {...part} matches={others.slice(0, PARTLY_SHOWN)} />}
      {folded.length > 0 && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} open={isOpen}>
          <summary>
            <h3 className={card.inSummary}>
              {t(direct.length > 0 ? 'match.lists.others' : 'match.lists.furtherOthers')}
            </h3>
          </summary>
          <MatchCards {...part} matches={folded} />
        </details>
      )}
      <MoreMatches
        {...part}
        showMore={
          part.showMore &&
          (() => {
            setOpen(true);
            part.showMore?.();
          })
        }
      />
    </>
  );
}

/** Loading state, error, or the message that there are no matches. */
function NoneShown({ part: { isPending, error }, empty }: Pick<FoundMatchesProps, 'part' | 'empty'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  if (isPending) return <CardSkeletons />;
  if (!error) return empty;
  const retry = () => askAgain(client, 'matches');
  return <CallFailure error={error} onRetry={retry} text={t('dashboard.failedMatches')} />;
}

function WantYourPlace({ requests, userId }: Pick<FoundMatchesProps, 'requests' | 'userId'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const part = useMatchesInPart(userId, requests, 'wantsYourPlace');
  const count = part.registered.wantsYourPlace;
  return (
    <>
      {count > 0 && (
        <p className={page.soft}>
          {t('match.lists.registered', { count, formatted: formats.number(count) })}
        </p>
      )}
      <Best empty={<p className={page.soft}>{t('match.lists.none')}</p>} part={part} />
    </>
  );
}
