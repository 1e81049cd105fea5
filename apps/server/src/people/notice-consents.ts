import { PRIVACY_NOTICE_VERSION } from '@mutual-transfer/domain/constants';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/tables.ts';

/** Stores that a person accepted the present privacy notice. Has no effect when repeated. */
export async function storeNoticeConsent(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .insertInto('notice_consents')
    .values({ user_id: userId, version: PRIVACY_NOTICE_VERSION, given_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the version of the present privacy notice for a teacher who has not accepted it, else null, as a column of a query of `users`. */
export function noticeToAccept(): RawBuilder<string | null> {
  return sql<string | null>`case when users.role = 'teacher' and not exists (
    select from notice_consents where user_id = users.id and version = ${PRIVACY_NOTICE_VERSION}
  ) then ${PRIVACY_NOTICE_VERSION} end`;
}
