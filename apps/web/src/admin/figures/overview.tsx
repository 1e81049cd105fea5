import { useSession } from '../../platform/session/session.ts';
import page from '../../ui/page.module.css';
import { isOfState } from '../open-sections.ts';
import { PairLists } from '../pairs/pair-lists.tsx';
import { WaitingCards } from '../waiting/waiting-cards.tsx';
import { AdminNumbers } from './admin-numbers.tsx';
import { GrowthChart } from './growth-chart.tsx';

/** Overview: what waits, and for the state current figures, their growth, and possible swaps. */
export function Overview({ userId }: { userId: string }) {
  const session = useSession();
  return (
    <div className={page.page}>
      <WaitingCards userId={userId} />
      {session !== null && isOfState(session.user) && (
        <>
          <AdminNumbers userId={userId} />
          <GrowthChart userId={userId} />
          <PairLists userId={userId} />
        </>
      )}
    </div>
  );
}
