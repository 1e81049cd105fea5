import { useQuery } from '@tanstack/react-query';
import { useReading } from '../../platform/i18n/language.tsx';
import { useSession } from '../../platform/session/session.ts';
import { currentSeasonQuery } from '../../seasons/seasons.queries.ts';
import page from '../../ui/page.module.css';
import { ScreenOfSkeletons } from '../../ui/states/skeletons.tsx';
import { waitingQuery } from '../admin.queries.ts';
import { PairLists } from '../pairs/pair-lists.tsx';
import { SeasonNow } from '../seasons/season-now.tsx';
import { isOfState } from '../sections/sections.ts';
import { WaitingCards } from '../waiting/waiting-cards.tsx';
import { AdminNumbers } from './admin-numbers.tsx';
import { GrowthChart } from './growth-chart.tsx';

/** Overview: waiting work and the season; for administrators of the state also figures, and folded their growth and possible swaps. */
export function Overview({ userId }: { userId: string }) {
  const session = useSession();
  const { t, language } = useReading();
  const isState = session !== null && isOfState(session.user);
  const waiting = useQuery(waitingQuery(userId));
  const season = useQuery(currentSeasonQuery(language));
  // Parts that load one after another would push down those below. The figures have their final height while they load.
  if (waiting.isPending || season.isPending) return <ScreenOfSkeletons label={t('common.loading')} />;
  return (
    <div className={page.page}>
      <WaitingCards userId={userId} />
      <SeasonNow isOfState={isState} />
      {isState && (
        <>
          <AdminNumbers userId={userId} />
          <GrowthChart userId={userId} />
          <PairLists userId={userId} />
        </>
      )}
    </div>
  );
}
