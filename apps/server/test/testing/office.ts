import { v7 as newId } from 'uuid';
import { type Cast, createCast } from './cast.ts';
import { signIn } from './sessions.ts';
import type { TestApp } from './test-app.ts';

/** Administrators of the state, of the owner's district, and of another one. */
export const administrators = ['state', 'inside', 'outside'] as const;
export type Administrator = (typeof administrators)[number];
export type Office = Cast & { administratorTokens: Readonly<Record<Administrator, string>> };

/**
 * Creates the cast, whose owner works in Gaya, and a report, a held text, an announcement and an objection of that district. These have the
 * owner's id, which good calls use. The administrators are of the state, of Gaya, and of Saran.
 */
export async function createOffice(test: TestApp): Promise<Office> {
  const { db } = test.database;
  await db.deleteFrom('announcements').execute();
  await db.deleteFrom('seasons').execute();
  const cast = await createCast(test);
  const { userId } = cast.belongings;
  const [created_at, starts_at] = [new Date('2026-01-01'), new Date('2026-01-01')];
  const stranger = await db
    .selectFrom('users')
    .select('id')
    .where('name', '=', 'The stranger')
    .executeTakeFirstOrThrow();
  const held = {
    id: userId,
    from_user_id: userId,
    to_user_id: stranger.id,
    message: 'Send money',
    created_at,
  };
  await db.insertInto('held_messages').values(held).execute();
  await db
    .insertInto('reports')
    .values({ id: userId, reported_id: userId, reason: 'other', created_at })
    .execute();
  const season = {
    id: newId(),
    ...{ name: 'A past season', order_name: 'Order 1', consent: 'before' as const, relieving: false },
    ...{ opens_at: new Date('2025-01-01'), list_closes_at: new Date('2025-02-01') },
    ...{ closed_at: new Date('2025-03-01'), created_by: null, created_at },
  };
  await db.insertInto('seasons').values(season).execute();
  await db
    .insertInto('objections')
    .values({
      ...{ id: userId, season_id: season.id, agreement_id: cast.belongings.agreementId, user_id: userId },
      ...{ category: 'own_facts', created_at: new Date('2025-02-02'), due_at: new Date('2025-02-05') },
    })
    .execute();
  const texts = JSON.stringify({ en: 'To Gaya' });
  const announced = {
    id: userId,
    texts,
    districts: ['gaya'],
    starts_at,
    ends_at: new Date('2030-01-01'),
    created_at,
  };
  await db.insertInto('announcements').values(announced).execute();
  const made = await Promise.all([administrator(test, 'gaya'), administrator(test, 'saran')]);
  const [inside, outside] = await Promise.all(made.map((id) => signIn(test, id)));
  const administratorTokens = {
    state: cast.tokens.admin ?? '',
    inside: inside ?? '',
    outside: outside ?? '',
  };
  return { ...cast, administratorTokens };
}

async function administrator(test: TestApp, district: string): Promise<string> {
  const { db } = test.database;
  const id = newId();
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('name', '=', 'The admin')
    .executeTakeFirstOrThrow();
  const account = { id, email: `${district}@office.example`, name: `Head of ${district}`, password_hash };
  await db
    .insertInto('users')
    .values({ ...account, role: 'admin', administers: [district], created_at: new Date('2026-01-01') })
    .execute();
  return id;
}
