import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import { DASHBOARD_MATCHES_SHOWN } from '@mutual-transfer/domain/constants';
import { useQueryClient } from '@tanstack/react-query';
import { CallFailure } from '../form/call-failure.tsx';
import { MatchList } from '../matches/cards/match-list.tsx';
import type { OwnMatches } from '../matches/use-own-matches.ts';
import { askAgain } from '../platform/api/queries.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { NotSearched, type WhyNotSearched } from '../requests/not-searched.tsx';
import page from '../ui/page.module.css';
import empty from '../ui/states/empty.module.css';
import { CardSkeletons } from '../ui/states/skeletons.tsx';

interface TopMatchesProps {
  readonly matches: OwnMatches['matches'];
  readonly contactLimit: ContactLimit | undefined;
  readonly restoredAt: number | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly whyNot: WhyNotSearched | undefined;
}

/** Two best matches, perfect ones first, in the order of the server. */
export function TopMatches({ matches, contactLimit, restoredAt, isPending, error, whyNot }: TopMatchesProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isEmpty = !isPending && matches.length === 0;
  return (
    <section aria-labelledby="matches" className={page.near}>
      <h2 id="matches">{t('dashboard.topMatches')}</h2>
      {isPending && matches.length === 0 && <CardSkeletons label={t('common.loading')} />}
      {isEmpty && (
        <CallFailure
          error={error}
          onRetry={() => askAgain(client, 'matches')}
          text={t('dashboard.failedMatches')}
        />
      )}
      {isEmpty &&
        !error &&
        (whyNot ? <NotSearched why={whyNot} /> : <p className={empty.empty}>{t('match.none')}</p>)}
      <MatchList
        contactLimit={contactLimit}
        matches={matches.slice(0, DASHBOARD_MATCHES_SHOWN)}
        restoredAt={restoredAt}
      />
    </section>
  );
}
