import card from '../ui/card.module.css';
import { ContactOpensAt } from '../ui/contact-opens-at.ts';
import { MatchCard } from './match-card.tsx';
import type { OwnMatches } from './use-own-matches.ts';

/** Matches of one's own, a card each. */
export function MatchList({ matches, contactOpensAt }: Pick<OwnMatches, 'matches' | 'contactOpensAt'>) {
  return (
    <ul className={card.list}>
      {matches.map((match) => (
        <li key={match.user._id}>
          <ContactOpensAt value={contactOpensAt}>
            <MatchCard match={match} requestId={match.requestId} />
          </ContactOpensAt>
        </li>
      ))}
    </ul>
  );
}
