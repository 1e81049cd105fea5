import type { Match } from '@mutual-transfer/domain/matching/match';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { RouteLine } from '../ui/route-line.tsx';
import { scoreTone } from '../ui/score-tone.ts';
import { Tag } from '../ui/tag.tsx';
import { relationOf } from './match-relation.ts';

/** Match of an earlier visit that the server has not confirmed yet: place, subject and score. */
export function UnconfirmedMatch({ match }: { match: Match }) {
  const { t } = useTranslation();
  const names = useNames();
  const { user, matchScore } = match;
  return (
    <article className={card.card}>
      <strong>{t(`match.${relationOf(match)}`)}</strong>
      <div>
        <div className={card.heading}>
          <h3>{names.place(user.district, user.postingBlock)}</h3>
          <Tag tone={scoreTone(matchScore)}>{t('match.score', { score: matchScore })}</Tag>
        </div>
        <RouteLine
          from={names.place(user.district, user.postingBlock)}
          fromLabel={t('person.works')}
          to={names.place(user.desiredDistrict, user.desiredBlock)}
          toLabel={t('person.wants')}
        />
      </div>
      <p className={page.soft}>
        {names.subject(user.subject)} · {names.classLevel(user.classRange)}
      </p>
    </article>
  );
}
