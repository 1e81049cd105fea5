import page from '../../ui/page.module.css';
import { PairLists } from '../pairs/pair-lists.tsx';
import { AdminNumbers } from './admin-numbers.tsx';
import { GrowthChart } from './growth-chart.tsx';

/** The product in numbers, how they grew, and who could swap with whom. */
export function Overview({ token }: { token: string }) {
  return (
    <div className={page.page}>
      <AdminNumbers token={token} />
      <GrowthChart token={token} />
      <PairLists token={token} />
    </div>
  );
}
