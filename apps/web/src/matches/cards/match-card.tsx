import type { Match } from '@mutual-transfer/domain/matching/match';
import { Invite } from '../../agreements/proposals/invite.tsx';
import { Propose } from '../../agreements/proposals/propose.tsx';
import { AlertOpener } from '../../notices/new-alert/alert-opener.tsx';
import { useIntroduction } from '../../notices/new-alert/use-introduction.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useNames } from '../../platform/i18n/names.ts';
import { PersonMenu } from '../../reports/person-menu.tsx';
import card from '../../ui/card.module.css';
import { Contact } from '../../ui/contact.tsx';
import { Facts } from '../../ui/facts.tsx';
import page from '../../ui/page.module.css';
import { Tag } from '../../ui/tag.tsx';
import { VerifiedTag } from '../../ui/verified-tag.tsx';
import { Criteria } from './criteria.tsx';
import { MatchLines } from './match-lines.tsx';
import { relationOf, wantsExactlyYours } from './match-relation.ts';

interface MatchCardProps {
  readonly match: Match;
  /** Id of the viewer's request that the match fits. Omitted for the wish given at registration. */
  readonly requestId?: string | undefined;
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
          <Contact introduction={introduce(user)} person={user} />
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
  const { user, hasActiveRequest } = match;
  const { t } = useTranslation();
  const names = useNames();
  return (
    <>
      <div className={page.chips}>
        <Tag tone={hasActiveRequest ? 'good' : 'low'}>
          {t(hasActiveRequest ? 'match.activeRequest' : 'match.noRequest')}
        </Tag>
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
