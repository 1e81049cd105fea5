import { DASHBOARD_MATCHES_SHOWN } from '@mutual-transfer/domain/constants';
import { useErrorText } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { AgreedNow } from '../../people/agreed-now.tsx';
import { MatchCard } from '../../people/match-card.tsx';
import type { OwnMatches } from '../../people/use-own-matches.ts';
import card from '../../ui/card.module.css';
import { ContactOpensAt } from '../../ui/contact-opens-at.ts';
import empty from '../../ui/empty.module.css';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { CardSkeletons } from '../../ui/skeletons.tsx';

interface TopMatchesProps {
  readonly matches: OwnMatches['matches'];
  readonly contactOpensAt: string | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
  /** No request is active and one is agreed: then no matches are looked for. */
  readonly isAgreed: boolean;
}

/** The best two matches: perfect ones first, as they come. */
export function TopMatches({ matches, contactOpensAt, isPending, error, isAgreed }: TopMatchesProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const isEmpty = !isPending && matches.length === 0;
  return (
    <section aria-labelledby="matches" className={page.section}>
      <h2 id="matches">{t('dashboard.topMatches')}</h2>
      {isPending && matches.length === 0 && <CardSkeletons label={t('common.loading')} />}
      {isEmpty && Boolean(error) && <Failure text={errorText(error, t('dashboard.failedMatches'))} />}
      {isEmpty &&
        !error &&
        (isAgreed ? <AgreedNow /> : <p className={empty.empty}>{t('dashboard.noMatches')}</p>)}
      <ul className={card.list}>
        {matches.slice(0, DASHBOARD_MATCHES_SHOWN).map((match) => (
          <li key={match.user._id}>
            <ContactOpensAt value={contactOpensAt}>
              <MatchCard match={match} requestId={match.requestId} />
            </ContactOpensAt>
          </li>
        ))}
      </ul>
    </section>
  );
}
