import type { RequestStatus, TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import type { TextKey } from '../../platform/i18n/texts/texts.ts';

/** Step of a request: a new status, or a renewal for 180 days. */
export type Step =
  | { readonly kind: 'status'; readonly status: RequestStatus; readonly text: TextKey }
  | { readonly kind: 'renewal'; readonly text: TextKey };

const words: Partial<Record<RequestStatus, TextKey>> = {
  pending: 'dashboard.agreed',
  completed: 'dashboard.moved',
  withdrawn: 'dashboard.noLongerLooking',
};

/** Returns the steps available to the owner, in display order. Renewal reactivates an expired request. */
export function stepsOf({ status, can }: Pick<TransferRequest, 'status' | 'can'>): Step[] {
  if (can === undefined) return [];
  const changes = can.changeStatusTo.filter((next) => !(next === 'active' && can.renew));
  const steps: Step[] = changes.map((next) => ({
    kind: 'status',
    status: next,
    text: wordFor(status, next),
  }));
  return can.renew ? [...steps, { kind: 'renewal', text: 'dashboard.renew' }] : steps;
}

function wordFor(from: RequestStatus, to: RequestStatus): TextKey {
  const back = from === 'pending' ? 'dashboard.fellThrough' : 'dashboard.lookingAgain';
  return words[to] ?? back;
}
