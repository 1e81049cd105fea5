import card from '../../ui/card.module.css';
import { ContactsLimited } from '../../ui/contacts-limited.ts';
import type { OwnMatches } from '../use-own-matches.ts';
import { MatchCard } from './match-card.tsx';
import { isConfirmed, UnconfirmedMatch } from './unconfirmed-match.tsx';

/** The user's matches, one card each. */
export function MatchList({ matches, contactLimit }: Pick<OwnMatches, 'matches' | 'contactLimit'>) {
  return (
    <ul className={card.list}>
      {matches.map((match, index) => (
        <li key={match.user._id ?? index}>
          <ContactsLimited value={contactLimit}>
            {isConfirmed(match) ? (
              <MatchCard match={match} requestId={match.requestId} />
            ) : (
              <UnconfirmedMatch match={match} />
            )}
          </ContactsLimited>
        </li>
      ))}
    </ul>
  );
}
