import type { AlertList, SentAlertList } from '@mutual-transfer/domain/notices/alert';
import type { NoticeSettings } from '@mutual-transfer/domain/notices/notice-settings';
import { callQuery } from '../platform/api/queries.ts';

/** Number of alerts per page. */
const ALERTS_A_PAGE = 20;

/**
 * Query of one page of the user's alerts including hidden ones, newest first. The product's own alerts are sentences, so the answer depends
 * on the language.
 */
export function alertsQuery(userId: string, language: string, page: number) {
  const part = `page=${page}&limit=${ALERTS_A_PAGE}`;
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

/** Query of the user's notice choices by topic and channel. */
export function noticeSettingsQuery(userId: string) {
  return callQuery(['notice-settings', userId], '/notices/settings', (settings: NoticeSettings) => settings);
}
