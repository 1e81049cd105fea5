import type { UndeliveredList } from '@mutual-transfer/domain/notices/undelivered';
import type { PageQuery } from '@mutual-transfer/domain/pagination';
import type { Kysely, NotNull } from 'kysely';
import { readPage } from '../../database/read-page.ts';
import type { Database } from '../../database/tables.ts';
import { isKnownKind } from '../../notices/known-kinds.queries.ts';
import { recordShown } from '../../privacy/visibility.ts';
import type { SignedIn } from '../../sessions/viewer.ts';

/** Returns a page of the notices that a channel did not accept, latest first. */
export async function findUndelivered(
  db: Kysely<Database>,
  viewer: SignedIn,
  query: PageQuery,
): Promise<UndeliveredList> {
  const dead = db
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'alert_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['deliveries.id', 'kind', 'channel', 'user_id', 'users.name', 'attempts', 'error', 'ended_at'])
    // `ended_at` is set in the state `dead`.
    .$narrowType<{ ended_at: NotNull }>()
    .where('deliveries.state', '=', 'dead')
    .where(isKnownKind)
    .orderBy('deliveries.id', 'desc');
  const { rows, pagination } = await readPage(dead, query);
  for (const { user_id } of rows) recordShown(viewer, user_id);
  const deliveries = rows.map(({ id, kind, channel, user_id, name, attempts, error, ended_at }) => ({
    _id: id,
    kind,
    channel,
    recipient: { _id: user_id, name },
    attempts,
    error: error ?? '',
    endedAt: ended_at.toISOString(),
  }));
  return { deliveries, pagination };
}
