import { LOOKS_SHOWN, type Looks } from '@mutual-transfer/domain/administration/look';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables/schema.ts';
import { presentName } from '../../privacy/present.ts';
import type { SignedIn } from '../../sessions/viewer.ts';

interface AdministratorLook {
  readonly id: string | null;
  readonly name: string | null;
  readonly action: string;
  readonly seen: string | null;
  readonly at: Date;
}

/** Returns the people who looked at a teacher: administrators from the audit log, and teachers who opened the contact. */
export async function findLooks(db: Kysely<Database>, viewer: SignedIn, id: string): Promise<Looks> {
  const [{ rows: administrators }, teachers] = await Promise.all([
    sql<AdministratorLook>`
      select users.id, users.name, action, details ->> 'route' as seen, happened_at as at
      from audit_log left join users on users.id = coalesce(impersonator_id, actor_id)
      where (subject_id = ${id} and (action like 'impersonated %' or action = 'user.impersonate'))
        or (action = 'look.people' and details -> 'people' ? ${id}::text)
      order by audit_log.id desc limit ${LOOKS_SHOWN}`.execute(db),
    db
      .selectFrom('contact_views')
      .innerJoin('users', 'users.id', 'viewer_id')
      .select(['users.id as personId', 'users.name', 'users.district', 'users.hide_name'])
      .select(['place', 'opened_at', 'seen_at'])
      .where('seen_id', '=', id)
      .orderBy('seen_at', 'desc')
      .orderBy('viewer_id')
      .limit(LOOKS_SHOWN)
      .execute(),
  ]);
  return {
    administrators: administrators.map((look) => ({
      administrator: look.id === null || look.name === null ? null : { _id: look.id, name: look.name },
      action: look.action,
      seen: look.seen,
      at: look.at.toISOString(),
    })),
    teachers: teachers.map((view) => ({
      teacher: presentName(view, viewer),
      place: view.place,
      openedAt: view.opened_at.toISOString(),
      seenAt: view.seen_at.toISOString(),
    })),
  };
}
