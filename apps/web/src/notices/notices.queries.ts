import { ALERTS_SHOWN } from '@mutual-transfer/domain/constants';
import type { AlertList, SentAlertList, UnreadAlerts } from '@mutual-transfer/domain/notices/alert';
import type { NoticeSettings } from '@mutual-transfer/domain/notices/notice-settings';
import { callQuery, refetchEvery } from '../platform/api/queries.ts';

/** Number of alerts per page. */
const ALERTS_A_PAGE = 20;

/**
 * Query of one page of the user's alerts including hidden ones, newest first. Without a page, the few that the dashboard shows. The
 * product's own alerts are sentences, so the answer depends on the language.
 */
export function alertsQuery(userId: string, language: string, page?: number) {
  const part = page === undefined ? `limit=${ALERTS_SHOWN}` : `page=${page}&limit=${ALERTS_A_PAGE}`;
  return callQuery(
    ['alerts', userId, language, part],
    `/alerts?includeHidden=true&${part}`,
    ({ data }: AlertList) => data,
  );
}

/** Query of one page of the alerts that the user sent. */
export function sentAlertsQuery(userId: string, page: number) {
  return callQuery(
    ['alerts', userId, 'sent', String(page)],
    `/alerts/sent?page=${page}&limit=${ALERTS_A_PAGE}`,
    ({ data }: SentAlertList) => data,
  );
}

/** Query of the number of unread alerts. */
export function unreadAlertsQuery(userId: string) {
  return {
    ...callQuery(['alerts', userId, 'unread'], '/alerts/unread', ({ unread }: UnreadAlerts) => unread),
    refetchInterval: refetchEvery.dashboard,
  };
}

/** Query of the user's notice choices by topic and channel. */
export function noticeSettingsQuery(userId: string) {
  return callQuery(['notice-settings', userId], '/notices/settings', (settings: NoticeSettings) => settings);
}
