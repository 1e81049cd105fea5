import type { Waiting } from '@mutual-transfer/domain/administration/waiting';
import type { WaitingCounts } from '../sections/admin-navigation.tsx';

/** Returns the number of waiting items by section. The count of reports includes reports about money. */
export function waitingCounts(waiting: Waiting | undefined): WaitingCounts {
  if (waiting === undefined) return {};
  return {
    agreements: waiting.overdueAgreements.count + waiting.partlyJoined.count,
    reports: waiting.reports.count,
    texts: waiting.heldTexts.count,
    undelivered: waiting.undelivered?.count ?? 0,
  };
}
