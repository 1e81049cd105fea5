import type { MySeasonResult, TransferSeason } from '@mutual-transfer/domain/seasons/season';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { ConfirmAction } from '../form/dialogs.tsx';
import { callApi } from '../platform/client.ts';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { accountPartPath, agreementPath, paths } from '../platform/paths.ts';
import { askAgain } from '../platform/queries.ts';
import { useSession } from '../platform/session.ts';
import { useAccess } from '../platform/use-access.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { CardSkeletons, Empty } from '../ui/states.tsx';
import { SeasonHead, SeasonResultsPart, Timetable } from './season-head.tsx';
import { currentSeasonQuery, mySeasonQuery, seasonResultsQuery } from './seasons.queries.ts';

/** The teacher's own result in a season with its reason, and their consent while the list is open. */
export function OwnSeason({ season, userId }: { season: TransferSeason; userId: string }) {
  const { t, language } = useReading();
  const { data, error, refetch } = useQuery(mySeasonQuery(userId, season._id, language));
  if (data === undefined) return <CallFailure error={error} onRetry={refetch} text={t('common.failed')} />;
  return (
    <section aria-labelledby="own-season" className={card.card}>
      <h2 id="own-season">{t('season.mine')}</h2>
      <OwnState mine={data} season={season} />
      {data.agreementId !== null && (
        <Link className={`${button.soft} ${page.start}`} to={agreementPath(data.agreementId)}>
          {t('season.toGroup')}
        </Link>
      )}
    </section>
  );
}

interface OwnStateProps {
  mine: MySeasonResult;
  season: TransferSeason;
}

function OwnState({ mine, season }: OwnStateProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (mine.mayConsent) return <OwnConsent mine={mine} season={season} />;
  if (season.state === 'planned' && season.consent === 'before')
    return <p>{t('season.consentLater', { time: formats.dateTime(season.opens) })}</p>;
  return <p>{mine.reason}</p>;
}

/** Gives consent, after the sentence was shown, and takes it back. States that the plan needs a request too. */
function OwnConsent({ mine: { consent, outcome, reason }, season }: OwnStateProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const isUnproven = useSession()?.user.isVerified === false;
  const [isAsked, setAsked] = useState(false);
  const until = { time: formats.dateTime(season.listCloses) };
  return (
    <>
      {isUnproven && (
        <p>
          {t('season.notProven')} <Link to={accountPartPath('phone')}>{t('season.prove')}</Link>
        </p>
      )}
      <p role="status">{t(consent.given ? 'season.consented' : 'season.consentWanted', until)}</p>
      {outcome === 'no_request' && (
        <p>
          {reason} <Link to={paths.newRequest}>{t('dashboard.create')}</Link>
        </p>
      )}
      <Button className={page.start} kind={consent.given ? 'soft' : 'main'} onClick={() => setAsked(true)}>
        {t(consent.given ? 'season.withdraw' : 'season.consent')}
      </Button>
      {isAsked && (
        <ConfirmAction
          act={() => callApi(`/seasons/${season._id}/consent`, { method: consent.given ? 'DELETE' : 'POST' })}
          isHarmless={!consent.given}
          onClose={() => setAsked(false)}
          onDone={() => {
            setAsked(false);
            return askAgain(client, 'my-season');
          }}
          text={consent.given ? t('season.withdrawText') : (season.consentSentence ?? '')}
          texts={{
            confirm: t(consent.given ? 'season.withdraw' : 'season.consent'),
            cancel: t('common.cancel'),
            failed: t('common.failed'),
          }}
          title={t(consent.given ? 'season.withdraw' : 'season.consent')}
        />
      )}
    </>
  );
}

/** Public page of the season: what happens next, all dates, results; for a teacher their own result and consent. */
export default function SeasonPage() {
  const { t, language } = useReading();
  const isHydrated = useIsHydrated();
  const { data: season, error, refetch } = useQuery(currentSeasonQuery(language));
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('frame.season')} />
      {season == null && <h1>{t('frame.season')}</h1>}
      <CallFailure error={error} onRetry={refetch} text={t('common.failed')} />
      {season === undefined && error === null && <CardSkeletons />}
      {season === null && <Empty level={2} title={t('season.none')} />}
      {season != null && isHydrated && <Known season={season} />}
    </div>
  );
}

function Known({ season }: { season: TransferSeason }) {
  const { t } = useTranslation();
  const session = useSession();
  const access = useAccess();
  const isTeacher = session !== null && session.user.role !== 'admin' && access === 'open';
  return (
    <>
      <SeasonHead level={1} season={season} />
      {isTeacher && <OwnSeason season={season} userId={session.user._id} />}
      <Timetable season={season} />
      <SeasonResultsPart
        hint={t('season.resultsHint')}
        query={seasonResultsQuery(season._id)}
        season={season}
      />
    </>
  );
}
