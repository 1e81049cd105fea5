import type { ContactViews } from '@mutual-transfer/domain/accounts/contact-views';
import type { Person } from '@mutual-transfer/domain/accounts/user';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { SignedIn } from '../sessions/viewer.ts';
import { isUnblocked } from './excluded-pairs.queries.ts';
import { type PersonRow, personColumns, presentDeactivated, presentPerson } from './present.ts';

/** Maximum number of views in a response. The latest views are returned. */
const LATEST = 100;

/**
 * Returns who viewed the viewer's own contact in the last 90 days, masked by their own privacy settings and without contact. A person
 * separated from the viewer by a block looks like an erased account, without name and id.
 */
export async function findContactViews(db: Kysely<Database>, viewer: SignedIn): Promise<ContactViews> {
  const rows = await db
    .selectFrom('contact_views')
    .innerJoin('users', 'users.id', 'contact_views.viewer_id')
    .select(personColumns)
    .select(['place', 'opened_at', 'seen_at'])
    .select(sql<boolean>`is_active and ${isUnblocked('users.id', viewer.userId)}`.as('isThere'))
    .where('seen_id', '=', viewer.userId)
    .orderBy('seen_at', 'desc')
    .orderBy('viewer_id')
    .limit(LATEST)
    .execute();
  const { total } = await db
    .selectFrom('contact_views')
    .select((view) => view.fn.countAll<string>().as('total'))
    .where('seen_id', '=', viewer.userId)
    .executeTakeFirstOrThrow();
  return {
    total: Number(total),
    views: rows.map((row) => ({
      viewer: presentViewer(row, viewer),
      place: row.place,
      openedAt: row.opened_at.toISOString(),
      seenAt: row.seen_at.toISOString(),
    })),
  };
}

function presentViewer(row: PersonRow & { readonly isThere: boolean }, reader: SignedIn): Person {
  if (row.isThere) return presentPerson(row, reader, undefined, false);
  const { _id: _unnamed, ...gone } = presentDeactivated(row);
  return gone;
}
