import { CRITERIA_SHOWN, SCORE_BANDS } from '@mutual-transfer/domain/constants';
import type { Match } from '@mutual-transfer/domain/matching/match';
import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { Link } from 'react-router';
import { Invite } from '../agreements/invite.tsx';
import { Propose } from '../agreements/propose.tsx';
import { AlertOpener, useIntroduction } from '../notices/alert-opener.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { accountPartPath } from '../platform/paths.ts';
import { useLacksCategory } from '../platform/profile.ts';
import { PersonMenu } from '../reports/person-menu.tsx';
import button from '../ui/button.module.css';
import card from '../ui/card.module.css';
import { Contact, ContactsLimited } from '../ui/contact.tsx';
import { Facts } from '../ui/facts.tsx';
import page from '../ui/page.module.css';
import { Distance, RouteLine } from '../ui/route-line.tsx';
import { Tag, type Tone, VerifiedTag } from '../ui/tag.tsx';
import type { OwnMatches } from './use-own-matches.ts';

const [excellent, good, fair] = SCORE_BANDS;

/** Returns the tone of a score: from 90 good, from 70 fair, from 50 quiet, otherwise faint. */
export function scoreTone(score: number): Tone {
  if (score >= excellent) return 'good';
  if (score >= good) return 'fair';
  return score >= fair ? 'low' : 'faint';
}

/** Relation of a match to the viewer: a direct swap or one half of it. */
type Relation = 'swap' | 'sameDistricts' | 'wantsYourPlace' | 'wantsYourDistrict' | 'worksThere';

export function relationOf({
  isPerfectMatch,
  criteria,
}: Pick<Match, 'isPerfectMatch' | 'criteria'>): Relation {
  if (isPerfectMatch) return 'swap';
  const has = (code: Match['criteria'][number]['code']) =>
    criteria.some((criterion) => criterion.code === code);
  if (has('wantsDistrict') && has('postedDistrict')) return 'sameDistricts';
  if (!has('wantsDistrict')) return 'worksThere';
  return has('wantsBlock') ? 'wantsYourPlace' : 'wantsYourDistrict';
}

/** Returns `true` if a match wants exactly the viewer's place, not any block of its district. */
function wantsExactlyYours({ criteria, user }: Pick<Match, 'criteria' | 'user'>): boolean {
  return user.desiredBlock !== ANY_BLOCK && criteria.some(({ code }) => code === 'wantsBlock');
}

const relationTones: Readonly<Record<Relation, Tone>> = {
  swap: 'good',
  sameDistricts: 'fair',
  wantsYourPlace: 'fair',
  wantsYourDistrict: 'fair',
  worksThere: 'low',
};

/** The three lines of a match: title and relation, the move, and subject, class level and distance. */
function MatchLines({ match, title }: { match: Match; title: string }) {
  const { t } = useTranslation();
  const names = useNames();
  const { user, distanceKm } = match;
  const relation = relationOf(match);
  return (
    <>
      <div className={card.heading}>
        <h3>{title}</h3>
        <Tag tone={relationTones[relation]}>{t(`match.relation.${relation}`)}</Tag>
        {!match.hasActiveRequest && <Tag>{t('match.noRequest')}</Tag>}
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
        {names.subject(user.subject)}
        {!user.subject.includes(user.classRange) && ` · ${user.classRange}`}
        {distanceKm !== null && ' · '}
        <Distance km={distanceKm} />
      </p>
    </>
  );
}

/** Returns `false` for a match of an earlier visit, which is stored without the teacher's id and name. */
export function isConfirmed({ user }: Match): boolean {
  return user._id !== undefined;
}

/** Match of an earlier visit that the server has not confirmed yet: the place instead of the name. */
function UnconfirmedMatch({ match }: { match: Match }) {
  const names = useNames();
  const { district, postingBlock } = match.user;
  return (
    <article className={card.card}>
      <MatchLines match={match} title={names.place(district, postingBlock)} />
    </article>
  );
}

type Code = Match['criteria'][number]['code'];

/** Criteria of a match: three as tags, all as sentences when opened. Asks viewers for their own category if it is missing. */
function Criteria({ match, name }: { match: Match; name: string }) {
  const { t } = useTranslation();
  const lacksCategory = useLacksCategory();
  const { criteria, matchCriteria } = match;
  const more = criteria.length - CRITERIA_SHOWN;
  const isOwnMissing = (code: Code | undefined) => code === 'categoryNotStated' && lacksCategory;
  const labelOf = (code: Code) =>
    isOwnMissing(code) ? t('match.ownCategoryMissing') : t(`match.criteria.${code}`);
  return (
    <>
      <details>
        <summary className={page.chips}>
          {criteria.slice(0, CRITERIA_SHOWN).map(({ code }) => (
            <Tag key={code}>{`${isOpen(code) ? '?' : '✓'} ${labelOf(code)}`}</Tag>
          ))}
          {more > 0 && <small>{t('match.more', { count: more })}</small>}
          <span className="visually-hidden">{`: ${name}`}</span>
        </summary>
        <ul className={`${card.ticked} ${page.soft}`}>
          {matchCriteria.map((sentence, index) => {
            const code = criteria[index]?.code;
            return (
              <li data-open={isOpen(code) || undefined} key={sentence}>
                {isOwnMissing(code) ? t('match.ownCategoryMissing') : sentence}
              </li>
            );
          })}
        </ul>
      </details>
      {criteria.some(({ code }) => isOwnMissing(code)) && (
        <Link className={`${button.soft} ${page.start}`} to={accountPartPath('profile')}>
          {t('advice.stateCategory')}
        </Link>
      )}
    </>
  );
}

/** Returns true for the criterion that neither fits nor fails, since a teacher has not stated their category. */
function isOpen(code: Code | undefined): boolean {
  return code === 'categoryNotStated';
}

interface MatchCardProps {
  match: Match;
  /** Id of the viewer's request that the match fits. Omitted for the wish given at registration. */
  requestId?: string | undefined;
}

/** Card of a match, in three lines: the teacher, the move and the facts. When expanded, also the relation, all facts and the contact. */
export function MatchCard({ match, requestId }: MatchCardProps) {
  const { t } = useTranslation();
  const names = useNames();
  const { user, isPerfectMatch, requests } = match;
  const introduce = useIntroduction();
  const name = names.personal(user.name);
  return (
    <article className={card.card} data-perfect={isPerfectMatch || undefined}>
      <details className={card.opens} data-printed>
        <summary data-printed>
          <MatchLines match={match} title={name} />
        </summary>
        <div className={card.opened}>
          <p>{t(`match.${relationOf(match)}`)}</p>
          <Contact introduction={introduce({ ...user, requestId })} person={user} />
          <Criteria match={match} name={name} />
          <MatchFacts match={match} />
          <div className={card.actions}>
            {match.isInvitable && requestId !== undefined && user._id !== undefined && (
              <Invite name={name} requestId={requestId} user={user._id} />
            )}
            {user._id !== undefined && <AlertOpener name={name} recipientId={user._id} />}
            <PersonMenu person={user} />
          </div>
        </div>
      </details>
      {requests !== null && (
        <div className={card.actions}>
          <Propose swap={{ requests, others: [user], from: undefined }} />
        </div>
      )}
    </article>
  );
}

/** Tags of the teacher, and facts that the three lines leave out. */
function MatchFacts({ match }: { match: Match }) {
  const { user, hasActiveRequest, matchScore } = match;
  const { t } = useTranslation();
  const names = useNames();
  return (
    <>
      <div className={page.chips}>
        {hasActiveRequest && <Tag tone="good">{t('match.activeRequest')}</Tag>}
        <Tag tone={scoreTone(matchScore)}>{t('match.score', { score: matchScore })}</Tag>
        <VerifiedTag user={user} />
      </div>
      <Facts
        facts={[
          [t('person.school'), names.personal(user.schoolName)],
          [t('person.subject'), `${names.subject(user.subject)} · ${names.classLevel(user.classRange)}`],
          wantsExactlyYours(match) && [
            t('person.wants'),
            names.place(user.desiredDistrict, user.desiredBlock),
          ],
          user.category !== undefined && [t('register.category'), names.category(user.category)],
        ]}
      />
    </>
  );
}

export function MatchCards({ matches, contactLimit }: Pick<OwnMatches, 'matches' | 'contactLimit'>) {
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
