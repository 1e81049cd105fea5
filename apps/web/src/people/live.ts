import { DASHBOARD_POLL } from '@mutual-transfer/domain/constants';

/** For queries of screens that stay open: asked again every 30 seconds, not in a hidden tab, and on return to it. */
export const live = {
  refetchInterval: DASHBOARD_POLL,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
} as const;
