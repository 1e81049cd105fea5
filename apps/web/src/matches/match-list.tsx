import card from '../ui/card.module.css';
import { ContactsLimited } from '../ui/contacts-limited.ts';
import { MatchCard } from './match-card.tsx';
import type { OwnMatches } from './use-own-matches.ts';

/** Matches of one's own, a card each. */
export function MatchList({ matches, contactLimit }: Pick<OwnMatches, 'matches' | 'contactLimit'>) {
  return (
    <ul className={card.list}>
      {matches.map((match) => (
        <li key={match.user._id}>
          <ContactsLimited value={contactLimit}>
            <MatchCard match={match} requestId={match.requestId} />
          </ContactsLimited>
        </li>
      ))}
    </ul>
  );
}
