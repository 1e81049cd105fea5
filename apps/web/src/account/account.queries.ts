import type { BlockList, ContactViews } from '@mutual-transfer/domain/accounts/contact-views';

import { callQuery } from '../platform/queries.ts';

export function blocksQuery(userId: string) {
  return callQuery(['blocks', userId], '/blocks?limit=100', ({ blocks }: BlockList) => blocks);
}

/** Query of the teachers who saw the user's phone number or email address. */
export function contactViewsQuery(userId: string) {
  return callQuery(['contact-views', userId], '/auth/contact-views', (views: ContactViews) => views);
}

/** Query of everything that is stored about the user, as the data export has it. Not stored for offline use. */
export function exportQuery(userId: string) {
  return callQuery(['export', userId], '/auth/export', (stored: Readonly<Record<string, unknown>>) => stored);
}
