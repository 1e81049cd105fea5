import { ALERTS_SHOWN } from '@mutual-transfer/domain/constants';
import type { AlertList, SentAlertList, UnreadAlerts } from '@mutual-transfer/domain/notices/alert';
import type { NoticeSettings } from '@mutual-transfer/domain/notices/notice-settings';
import { callQuery } from '../platform/api/queries.ts';

/** Number of alerts per page. */
const ALERTS_A_PAGE = 20;

/**
 * A page of one's alerts, hidden ones too, the newest first; without a page the few that the dashboard shows. The product's
 * own are sentences, so the answer depends on the language.
 */
export function alertsQuery(token: string, language: string, page?: number) {
  const part = page === undefined ? `limit=${ALERTS_SHOWN}` : `page=${page}&limit=${ALERTS_A_PAGE}`;
  return callQuery(
    ['alerts', token, language, part],
    `/alerts?includeHidden=true&${part}`,
    ({ data }: AlertList) => data,
  );
}

/** A page of what one wrote to other teachers. */
export function sentAlertsQuery(token: string, page: number) {
  return callQuery(
    ['alerts', token, 'sent', String(page)],
    `/alerts/sent?page=${page}&limit=${ALERTS_A_PAGE}`,
    ({ data }: SentAlertList) => data,
  );
}

/** Number of unread alerts. */
export function unreadAlertsQuery(token: string) {
  return callQuery(['alerts', token, 'unread'], '/alerts/unread', ({ unread }: UnreadAlerts) => unread);
}

/** The user's choice of notices by topic and channel. */
export function noticeSettingsQuery(token: string) {
  return callQuery(['notice-settings', token], '/notices/settings', ({ data }: NoticeSettings) => data);
}
