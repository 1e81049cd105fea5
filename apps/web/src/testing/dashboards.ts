import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { Dashboard, Me } from '@mutual-transfer/domain/dashboard';

import { agreementList } from './agreements.ts';

/** Returns the dashboard of a teacher without requests as the API presents it. */
export function dashboardOf(overrides: Partial<Dashboard> = {}): Dashboard {
  return {
    requests: [],
    matches: [],
    total: 0,
    perfect: 0,
    wantsYourPlace: 0,
    registered: { perfect: 0, wantsYourPlace: 0 },
    ring: null,
    rings: 0,
    proposals: agreementList({ agreements: [], accepted: [] }),
    alerts: [],
    unread: 0,
    season: null,
    asksForConsent: false,
    ...overrides,
  };
}

/** Returns what every page needs, as the API presents it to a teacher with access. */
export function meOf(account: Account, overrides: Partial<Me> = {}): Me {
  return {
    account,
    payment: { isPaymentRequired: false, isPaid: false },
    waiting: { alerts: 0, proposals: 0 },
    noticeToAccept: null,
    announcements: [],
    ...overrides,
  };
}
