import { CRITERIA_SHOWN } from '@mutual-transfer/domain/constants';
import type { Match } from '@mutual-transfer/domain/match';
import { useState } from 'react';
import { useTranslation } from '../i18n/language.tsx';
import { useNames } from '../i18n/names.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { Contact } from '../ui/contact.tsx';
import { RouteLine } from '../ui/route-line.tsx';
import { scoreTone } from '../ui/score-tone.ts';
import tag from '../ui/tag.module.css';
import { Tag } from '../ui/tag.tsx';
import { AlertOpener } from './alert-opener.tsx';
import { Distance } from './distance.tsx';
import { Invite } from './invite.tsx';
import { relationOf } from './match-relation.ts';
import { PersonMenu } from './person-menu.tsx';
import { Propose } from './propose.tsx';
import { useIntroduction } from './use-introduction.ts';
import { VerifiedTag } from './verified-tag.tsx';

interface MatchCardProps {
  readonly match: Match;
  /** The viewer's own request it matches; none for the wish of a registration. */
  readonly requestId?: string | undefined;
}

/** A teacher the viewer can swap with, or might. A perfect match looks like good news. */
export function MatchCard({ match, requestId }: MatchCardProps) {
  const { t } = useTranslation();
  const names = useNames();
  const { user, matchScore, isPerfectMatch, hasActiveRequest, matchCriteria } = match;
  const [isWhole, setWhole] = useState(false);
  const introduce = useIntroduction();
  const name = names.personal(user.name);
  const more = t('match.more', { count: matchCriteria.length - CRITERIA_SHOWN });
  return (
    <article className={card.card} data-perfect={isPerfectMatch || undefined}>
      <div className={card.heading}>
        <h3>{name}</h3>
        <span className={`${tag.tag} ${card.score}`} data-tone={scoreTone(matchScore)}>
          {t('match.score', { score: matchScore })}
        </span>
      </div>
      <div className={card.tags}>
        {isPerfectMatch && <Tag tone="good">{t('match.perfect')}</Tag>}
        <Tag tone={hasActiveRequest ? 'good' : 'low'}>
          {t(hasActiveRequest ? 'match.activeRequest' : 'match.noRequest')}
        </Tag>
        <VerifiedTag user={user} />
      </div>
      <p>{t(`match.${relationOf(match)}`)}</p>
      <Distance km={match.distanceKm} />
      <RouteLine
        from={names.place(user.district, user.postingBlock)}
        fromLabel={t('person.works')}
        to={names.place(user.desiredDistrict, user.desiredBlock)}
        toLabel={t('person.wants')}
      />
      <ul className={card.criteria}>
        {matchCriteria.slice(0, isWhole ? undefined : CRITERIA_SHOWN).map((criterion) => (
          <li key={criterion}>{criterion}</li>
        ))}
        {matchCriteria.length > CRITERIA_SHOWN && !isWhole && (
          <li data-more>
            <Button aria-label={`${more}: ${name}`} kind="quiet" onClick={() => setWhole(true)}>
              {more}
            </Button>
          </li>
        )}
      </ul>
      <dl className={card.facts}>
        <dt>{t('person.school')}</dt>
        <dd>{names.personal(user.schoolName)}</dd>
        <dt>{t('person.subject')}</dt>
        <dd>{names.subject(user.subject)}</dd>
        <dt>{t('person.classLevel')}</dt>
        <dd>{names.classLevel(user.classRange)}</dd>
        {user.category !== undefined && (
          <>
            <dt>{t('match.category')}</dt>
            <dd>{names.category(user.category)}</dd>
          </>
        )}
      </dl>
      <Contact introduction={introduce(user)} person={user} />
      {match.requests !== null && (
        <div className={card.actions}>
          <Propose name={name} requests={match.requests} />
        </div>
      )}
      {match.isInvitable && requestId !== undefined && user._id !== undefined && (
        <div className={card.actions}>
          <Invite name={name} requestId={requestId} user={user._id} />
        </div>
      )}
      {user._id !== undefined && <AlertOpener name={name} recipientId={user._id} />}
      <PersonMenu person={user} />
    </article>
  );
}
