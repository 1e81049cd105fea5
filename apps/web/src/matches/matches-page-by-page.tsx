import { MY_MATCHES_CAP } from '@mutual-transfer/domain/constants';
import type { MatchKind } from '@mutual-transfer/domain/matching/match';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure } from '../form/call-failure.tsx';
import { askAgain } from '../platform/api/queries.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import page from '../ui/page.module.css';
import { furtherMatchesQuery } from './matches.queries.ts';
import { type FurtherPages, type OwnMatches, useOwnMatches } from './use-own-matches.ts';

/** Number of matches that "more" adds. */
const MORE_AT_ONCE = 20;

export interface MatchesInPart extends OwnMatches {
  readonly shown: OwnMatches['matches'];
  /** Shows more matches. `undefined` once all are requested. */
  readonly showMore: (() => void) | undefined;
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
