import { createHash, randomBytes } from 'node:crypto';
import { PASSWORD_LINK_MINUTES, type PasswordByLink } from '@mutual-transfer/domain/accounts/password-link';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { pagePaths } from '@mutual-transfer/domain/pages';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { databaseTime, deleteOldRows } from '../../database/delete-old-rows.ts';
import type { Database } from '../../database/tables.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../errors.ts';
import type { languageOf } from '../../http/responses/answers.ts';
import { mailHtml, mailText } from '../../notices/channels/mail-body.ts';
import { isPermanent, type Mailer } from '../../notices/channels/mailer.ts';
import { refuseWeakPassword } from './passwords.ts';
import { resetPassword } from './reset-password.ts';
import { sendWithAttempts } from './send-with-attempts.ts';

/**
 * Sends a teacher a link for a new password, which replaces the previous one. Runs after the response, which is the same and takes the same
 * time for an unknown address.
 */
export async function sendPasswordLink(
  { db, links }: Dependencies,
  mailer: Mailer,
  { email, language }: { readonly email: string; readonly language: ReturnType<typeof languageOf> },
): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email.toLowerCase())
    .where('role', '=', 'teacher')
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (user === undefined) return;
  const token = randomBytes(32).toString('base64url');
  // Expires by the database clock, so that a wrong clock of a server does not extend it.
  await sql`
    insert into password_links (user_id, token_hash, expires_at)
    values (${user.id}, ${hashOf(token)}, clock_timestamp() + ${PASSWORD_LINK_MINUTES} * interval '1 minute')
    on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`.execute(
    db,
  );
  const say = messagesIn(language);
  const link = `${links.to(pagePaths.reset)}?token=${token}`;
  const body = {
    language,
    greeting: say('mail.greeting'),
    paragraphs: [
      { text: say('mail.resetText', { minutes: PASSWORD_LINK_MINUTES }), link, label: say('mail.resetOpen') },
    ],
    notes: [say('mail.resetNotYou')],
    ends: [],
  };
  const subject = say('mail.resetSubject');
  const mail = { id: newId(), to: user.email, subject, text: mailText(body), html: mailHtml(body) };
  await sendWithAttempts(
    async () => {
      // Another link may have replaced this one during the pause before a further attempt.
      if (await isStored(db, token)) await mailer.send(mail);
    },
    (error) => !isPermanent(error),
  );
}

async function isStored(db: Kysely<Database>, token: string): Promise<boolean> {
  const links = db.selectFrom('password_links').select('user_id').where('token_hash', '=', hashOf(token));
  return (await links.executeTakeFirst()) !== undefined;
}

/**
 * Sets a new password. A link works once.
 *
 * @throws {AppError} `not_found` for a link that was used, replaced or has expired; `validation_failed` for a weak password, after which
 *   the link still works.
 */
export async function usePasswordLink(
  { db, keyedHash, passwords, now }: Dependencies,
  request: FastifyRequest,
  { token, newPassword }: PasswordByLink,
): Promise<void> {
  const user = await findOwner(db, token);
  if (user === undefined) throw new AppError('not_found');
  refuseWeakPassword('newPassword', newPassword, user);
  const password_hash = await passwords.hash(newPassword);
  await db.transaction().execute(async (transaction) => {
    const used = await transaction
      .deleteFrom('password_links')
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst();
    if (used.numDeletedRows === 0n) throw new AppError('not_found');
    await resetPassword(transaction, keyedHash, request, { user, password_hash, by: 'email' }, now());
  });
}

function findOwner(db: Kysely<Database>, token: string) {
  return db
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'user_id')
    .selectAll('users')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

/** Returns the hash of a token. Only the hash is stored, so a copy of the database opens no account. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Deletes expired links, by the clock of the database. */
export function deleteExpiredLinks(db: Kysely<Database>): Promise<void> {
  return deleteOldRows(db, 'password_links', 'expires_at', databaseTime);
}
