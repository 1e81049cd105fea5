import type { Match } from '@mutual-transfer/domain/matching/match';
import { Invite } from '../agreements/invite.tsx';
import { Propose } from '../agreements/propose.tsx';
import { AlertOpener } from '../notices/alert-opener.tsx';
import { useIntroduction } from '../notices/use-introduction.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { PersonMenu } from '../reports/person-menu.tsx';
import card from '../ui/card.module.css';
import { Contact } from '../ui/contact.tsx';
import { Distance } from '../ui/distance.tsx';
import page from '../ui/page.module.css';
import { RouteLine } from '../ui/route-line.tsx';
import { scoreTone } from '../ui/score-tone.ts';
import { Tag } from '../ui/tag.tsx';
import { VerifiedTag } from '../ui/verified-tag.tsx';
import { Criteria } from './criteria.tsx';
import { relationOf } from './match-relation.ts';

interface MatchCardProps {
  readonly match: Match;
  /** Id of the viewer's own request that it matches. Omitted for the wish of a registration. */
  readonly requestId?: string | undefined;
}

/** Card of a teacher the viewer can swap with, or might: the relation, the teacher, and the contact. */
export function MatchCard({ match, requestId }: MatchCardProps) {
  const { t } = useTranslation();
  const names = useNames();
  const { user, matchScore, isPerfectMatch, hasActiveRequest } = match;
  const introduce = useIntroduction();
  const name = names.personal(user.name);
  return (
    <article className={card.card} data-perfect={isPerfectMatch || undefined}>
      <strong>{t(`match.${relationOf(match)}`)}</strong>
      <div>
        <div className={card.heading}>
          <h3>{name}</h3>
          <Tag tone={scoreTone(matchScore)}>{t('match.score', { score: matchScore })}</Tag>
        </div>
        <RouteLine
          from={names.place(user.district, user.postingBlock)}
          fromLabel={t('person.works')}
          to={names.place(user.desiredDistrict, user.desiredBlock)}
          toLabel={t('person.wants')}
        />
      </div>
      <div className={page.chips}>
        {isPerfectMatch && <Tag tone="good">{t('match.perfect')}</Tag>}
        <Tag tone={hasActiveRequest ? 'good' : 'low'}>
          {t(hasActiveRequest ? 'match.activeRequest' : 'match.noRequest')}
        </Tag>
        <VerifiedTag user={user} />
        <Distance km={match.distanceKm} />
      </div>
      <Criteria match={match} name={name} />
      <Facts user={user} />
      <Contact introduction={introduce(user)} person={user} />
      <div className={card.actions}>
        {match.requests !== null && <Propose name={name} requests={match.requests} />}
        {match.isInvitable && requestId !== undefined && user._id !== undefined && (
          <Invite name={name} requestId={requestId} user={user._id} />
        )}
        {user._id !== undefined && <AlertOpener name={name} recipientId={user._id} />}
        <PersonMenu person={user} />
      </div>
    </article>
  );
}

function Facts({ user }: Pick<Match, 'user'>) {
  const { t } = useTranslation();
  const names = useNames();
  return (
    <dl className={card.facts}>
      <dt>{t('person.school')}</dt>
      <dd>{names.personal(user.schoolName)}</dd>
      <dt>{t('person.subject')}</dt>
      <dd>
        {names.subject(user.subject)} · {names.classLevel(user.classRange)}
      </dd>
      {user.category !== undefined && (
        <>
          <dt>{t('match.category')}</dt>
          <dd>{names.category(user.category)}</dd>
        </>
      )}
    </dl>
  );
}
