import { useSession } from '../../platform/session/session.ts';
import page from '../../ui/page.module.css';
import { PairLists } from '../pairs/pair-lists.tsx';
import { SeasonNow } from '../seasons/season-now.tsx';
import { isOfState } from '../sections/open-sections.ts';
import { WaitingCards } from '../waiting/waiting-cards.tsx';
import { AdminNumbers } from './admin-numbers.tsx';
import { GrowthChart } from './growth-chart.tsx';

/** Overview: the season and waiting work; for administrators of the state also figures, their growth, and possible swaps. */
export function Overview({ userId }: { userId: string }) {
  const session = useSession();
  const isState = session !== null && isOfState(session.user);
  return (
    <div className={page.page}>
      <SeasonNow isOfState={isState} />
      <WaitingCards userId={userId} />
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
