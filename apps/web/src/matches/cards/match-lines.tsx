import type { Match } from '@mutual-transfer/domain/matching/match';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useNames } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';
import { Distance } from '../../ui/distance.tsx';
import page from '../../ui/page.module.css';
import { RouteLine } from '../../ui/route-line.tsx';
import { scoreTone } from '../../ui/score-tone.ts';
import { Tag } from '../../ui/tag.tsx';
import { wantsExactlyYours } from './match-relation.ts';

/** The three lines of a match: title and score, the move, and subject, class level and distance. */
export function MatchLines({ match, title }: { match: Match; title: string }) {
  const { t } = useTranslation();
  const names = useNames();
  const { user, matchScore, isPerfectMatch, distanceKm } = match;
  return (
    <>
      <div className={card.heading}>
        <h3>{title}</h3>
        <Tag tone={scoreTone(matchScore)}>{t('match.score', { score: matchScore })}</Tag>
      </div>
      <RouteLine
        from={names.place(user.district, user.postingBlock)}
        fromLabel={t('person.works')}
        to={
          wantsExactlyYours(match)
            ? t('match.yourPlace')
            : names.place(user.desiredDistrict, user.desiredBlock)
        }
        toLabel={t('person.wants')}
      />
      <p className={page.soft}>
        {isPerfectMatch && <Tag tone="good">{t('match.perfect')}</Tag>} {names.subject(user.subject)}
        {!user.subject.includes(user.classRange) && ` · ${user.classRange}`}
        {distanceKm !== null && ' · '}
        <Distance km={distanceKm} />
      </p>
    </>
  );
}
