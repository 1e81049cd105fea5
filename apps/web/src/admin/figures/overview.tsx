import page from '../../ui/page.module.css';
import { PairLists } from '../pairs/pair-lists.tsx';
import { AdminNumbers } from './admin-numbers.tsx';
import { GrowthChart } from './growth-chart.tsx';

/** Overview: current figures, their growth, and possible swaps. */
export function Overview({ token }: { token: string }) {
  return (
    <div className={page.page}>
      <AdminNumbers token={token} />
      <GrowthChart token={token} />
      <PairLists token={token} />
    </div>
  );
}
