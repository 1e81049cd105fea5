import { type TeacherViewers, VIEWERS_SHOWN } from '@mutual-transfer/domain/administration/teacher-viewers';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { presentName } from '../../privacy/present.ts';
import type { SignedIn } from '../../sessions/viewer.ts';

interface AdministratorView {
  readonly id: string | null;
  readonly name: string | null;
  readonly action: string;
  readonly seen: string | null;
  readonly at: Date;
}

/** Returns the people who viewed a teacher's data: administrators from the audit log, and teachers who opened the contact. */
export async function findTeacherViewers(
  db: Kysely<Database>,
  viewer: SignedIn,
  id: string,
): Promise<TeacherViewers> {
  const [{ rows: administrators }, teachers] = await Promise.all([
    sql<AdministratorView>`
      select users.id, users.name, action, details ->> 'route' as seen, happened_at as at
      from audit_log left join users on users.id = coalesce(impersonator_id, actor_id)
      where (subject_id = ${id} and (action like 'impersonated %' or action = 'user.impersonate'))
        or (action = 'look.people' and details -> 'people' ? ${id}::text)
      order by audit_log.id desc limit ${VIEWERS_SHOWN}`.execute(db),
    db
      .selectFrom('contact_views')
      .innerJoin('users', 'users.id', 'viewer_id')
      .select(['users.id as personId', 'users.name', 'users.district', 'users.hide_name'])
      .select(['place', 'opened_at', 'seen_at'])
      .where('seen_id', '=', id)
      .orderBy('seen_at', 'desc')
      .orderBy('viewer_id')
      .limit(VIEWERS_SHOWN)
      .execute(),
  ]);
  return {
    administrators: administrators.map((view) => ({
      administrator: view.id === null || view.name === null ? null : { _id: view.id, name: view.name },
      action: view.action,
      seen: view.seen,
      at: view.at.toISOString(),
    })),
    teachers: teachers.map((view) => ({
      teacher: presentName(view, viewer),
      place: view.place,
      openedAt: view.opened_at.toISOString(),
      seenAt: view.seen_at.toISOString(),
    })),
  };
}
