import { useSession } from '../../platform/session/session.ts';
import page from '../../ui/page.module.css';
import { PairLists } from '../pairs/pair-lists.tsx';
import { SeasonNow } from '../seasons/season-now.tsx';
import { isOfState } from '../sections/open-sections.ts';
import { WaitingCards } from '../waiting/waiting-cards.tsx';
import { AdminNumbers } from './admin-numbers.tsx';
import { GrowthChart } from './growth-chart.tsx';

/** Overview: waiting work and the season; for administrators of the state also figures, and folded their growth and possible swaps. */
export function Overview({ userId }: { userId: string }) {
  const session = useSession();
  const isState = session !== null && isOfState(session.user);
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
