import page from '../../ui/page.module.css';
import { AdminNumbers } from './admin-numbers.tsx';
import { PairLists } from './pair-lists.tsx';

/** The product in numbers, and who could swap with whom. */
export function Overview({ token }: { token: string }) {
  return (
    <div className={page.page}>
      <AdminNumbers token={token} />
      <PairLists token={token} />
    </div>
  );
}
