import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';
import { ContactsLimited } from '../../ui/contacts-limited.ts';
import page from '../../ui/page.module.css';
import type { OwnMatches } from '../use-own-matches.ts';
import { MatchCard } from './match-card.tsx';
import { UnconfirmedMatch } from './unconfirmed-match.tsx';

interface MatchListProps extends Pick<OwnMatches, 'matches' | 'contactLimit'> {
  /** Set for restored matches that the server has not confirmed yet: the time at which the server sent them. */
  readonly restoredAt?: OwnMatches['restoredAt'];
}

/** The user's matches, one card each. */
export function MatchList({ matches, contactLimit, restoredAt }: MatchListProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isFromBefore = restoredAt !== undefined && matches.some(({ isUnconfirmed }) => isUnconfirmed);
  return (
    <>
      {isFromBefore && (
        <p className={page.soft}>
          {t('match.fromBefore', { time: formats.dateTime(new Date(restoredAt).toISOString()) })}
        </p>
      )}
      <ul className={card.list}>
        {matches.map((match) => (
          <li key={match.user._id}>
            <ContactsLimited value={contactLimit}>
              {match.isUnconfirmed ? (
                <UnconfirmedMatch match={match} />
              ) : (
                <MatchCard match={match} requestId={match.requestId} />
              )}
            </ContactsLimited>
          </li>
        ))}
      </ul>
    </>
  );
}
