import type { Match } from '@mutual-transfer/domain/matching/match';
import { useNames } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';
import { MatchLines } from './match-lines.tsx';

/** Returns `false` for a match of an earlier visit, which is stored without the teacher's id and name. */
export function isConfirmed({ user }: Match): boolean {
  return user._id !== undefined;
}

/** Match of an earlier visit that the server has not confirmed yet: the place instead of the name. */
export function UnconfirmedMatch({ match }: { match: Match }) {
  const names = useNames();
  const { district, postingBlock } = match.user;
  return (
    <article className={card.card}>
      <MatchLines match={match} title={names.place(district, postingBlock)} />
    </article>
  );
}
