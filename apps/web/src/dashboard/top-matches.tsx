import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import { MatchList } from '../matches/cards/match-list.tsx';
import type { OwnMatches } from '../matches/use-own-matches.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { NotSearched, type WhyNotSearched } from '../requests/not-searched.tsx';
import page from '../ui/page.module.css';
import empty from '../ui/states/states.module.css';

interface TopMatchesProps {
  matches: OwnMatches['matches'];
  contactLimit: ContactLimit | undefined;
  whyNot: WhyNotSearched | undefined;
}

/** Two best matches, perfect ones first, in the order of the server. */
export function TopMatches({ matches, contactLimit, whyNot }: TopMatchesProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="matches" className={page.near}>
      <h2 id="matches">{t('dashboard.topMatches')}</h2>
      {matches.length === 0 &&
        (whyNot ? <NotSearched why={whyNot} /> : <p className={empty.empty}>{t('match.none')}</p>)}
      <MatchList contactLimit={contactLimit} matches={matches} />
    </section>
  );
}
