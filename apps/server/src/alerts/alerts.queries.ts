import type { Alert } from '@mutual-transfer/domain/alert';
import type { Language } from '@mutual-transfer/domain/language';
import type { Person } from '@mutual-transfer/domain/user';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { SignedIn } from '../http/viewer.ts';
import { noticeText } from '../notices/notice-text.ts';
import { type PersonRow, personColumns, presentGone, presentPerson } from '../privacy/present.ts';

/** How many alerts are answered: the newest. */
const NEWEST = 100;

/**
 * The newest alerts of the viewer, each sender as their privacy allows now: whoever has no request any more is not to
 * be contacted, lest what their last request hid comes open when it ends.
 */
export async function findAlerts(
  db: Kysely<Database>,
  viewer: SignedIn,
  includeHidden: boolean,
  language: Language,
): Promise<Alert[]> {
  const rows = await db
    .selectFrom('alerts')
    .leftJoin('users', 'users.id', 'alerts.from_user_id')
    .select([
      'alerts.id',
      'alerts.kind',
      'alerts.message',
      'alerts.request_id',
      'alerts.details',
      'alerts.created_at',
      'read_at',
      'hidden_at',
      'is_active',
    ])
    .select(personColumns)
    .select((alert) =>
      alert
        .exists(
          alert
            .selectFrom('requests')
            .select('requests.id')
            .whereRef('requests.user_id', '=', 'alerts.from_user_id')
            .where('requests.status', 'in', ['active', 'pending']),
        )
        .as('senderHasRequest'),
    )
    .where('alerts.to_user_id', '=', viewer.userId)
    .$if(!includeHidden, (query) =>
      query
        .where('hidden_at', 'is', null)
        .where((or) => or.or([or('is_active', '=', true), or('from_user_id', 'is', null)])),
    )
    .orderBy('alerts.id', 'desc')
    .limit(NEWEST)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    fromUser:
      row.personId === null
        ? null
        : presentSender(row as PersonRow & { is_active: boolean }, viewer, Boolean(row.senderHasRequest)),
    kind: row.kind,
    message: noticeText(row, language),
    ...(row.request_id === null ? {} : { requestId: row.request_id }),
    isRead: row.read_at !== null,
    isHiddenForRecipient: row.hidden_at !== null || row.is_active === false,
    createdAt: row.created_at.toISOString(),
  }));
}

function presentSender(
  row: PersonRow & { readonly is_active: boolean },
  viewer: SignedIn,
  hasRequest: boolean,
): Person {
  return row.is_active ? presentPerson(row, viewer, undefined, hasRequest) : presentGone(row);
}
