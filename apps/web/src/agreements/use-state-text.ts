import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { useTranslation } from '../platform/i18n/language.tsx';

type Ended = Pick<Agreement, 'state' | 'reason'>;

/** Ends of a proposal by a member, who is not named. */
const withdrawals: readonly Agreement['reason'][] = ['request_ended', 'left', 'account_ended'];

/** Returns a formatter of the state of an agreement. A proposal has lapsed only if its deadline passed. */
export function useStateText(): (agreement: Ended) => string {
  const { t } = useTranslation();
  return ({ state, reason }) => {
    if (state !== 'lapsed' || reason === null || reason === 'deadline') return t(`agreements.state.${state}`);
    return t(withdrawals.includes(reason) ? 'agreements.withdrawn' : 'agreements.ended');
  };
}
