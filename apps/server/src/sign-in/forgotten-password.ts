import { createHash, randomBytes } from 'node:crypto';
import {
  PASSWORD_LINK_MINUTES,
  type PasswordByCode,
  type PasswordByLink,
  passwordByCodeSchema,
  passwordByLinkSchema,
  passwordCodeRequestSchema,
  passwordLinkRequestSchema,
} from '@mutual-transfer/domain/accounts/password-link';
import { phoneCodeSentSchema } from '@mutual-transfer/domain/accounts/phone-code';
import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { pagePaths } from '@mutual-transfer/domain/pages';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { App, Dependencies } from '../dependencies.ts';
import { languageOf, say } from '../http/answers.ts';
import { writeInTurn } from '../http/turns.ts';
import { mailHtml, mailText } from '../notices/channels/email.ts';
import { MAILS_AN_HOUR, mailWithinCeiling } from '../notices/channels/mail-ceiling.ts';
import { isPermanent, type Mailer } from '../notices/channels/mailer.ts';
import { confirmEmail } from '../people/members.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { sendWithAttempts } from '../platform/send-with-attempts.ts';
import { guardEntry, guardMessage } from './guarded-entry.ts';
import { refuseWeakPassword, resetPassword } from './passwords.ts';
import {
  makeCode,
  newPasswordCode,
  newPasswordCode as purpose,
  spendCode,
  tryCode,
  wrongCode,
} from './phone-codes.ts';
import { sendCode } from './send-code.ts';
import type { SmsSender } from './sms.ts';

/**
 * Returns the teacher who verified this phone by a code. An unverified number may belong to another person, and a verification by an
 * administrator concerns documents and not the phone.
 */
function findByProvedPhone(db: Kysely<Database>, phone: string) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('phone', '=', phone)
    .where('verified_how', '=', 'phone_code')
    .where('role', '=', 'teacher')
    .where('is_active', '=', true)
    .executeTakeFirst();
}

/**
 * Sends a code for a new password to a phone that its owner has verified. Runs after the response, which is the same and takes the same
 * time for every other number.
 */
async function sendPasswordCode(
  db: Kysely<Database>,
  sms: SmsSender,
  message: Parameters<typeof sendCode>[1],
): Promise<void> {
  const user = await findByProvedPhone(db, message.phone);
  if (user !== undefined) await sendCode(sms, { ...message, userId: user.id });
}

/**
 * Sets a new password for the teacher with this phone (`resetPassword`). A code works once.
 *
 * @throws {AppError} `validation_failed` at `code` if it is wrong, used, replaced, expired or tried too often; and for a weak password,
 *   which counts as an attempt and does not use up the code.
 */
async function usePasswordCode(
  dependencies: Dependencies,
  request: FastifyRequest,
  { phone, code, newPassword }: PasswordByCode,
): Promise<void> {
  const { db, keyedHash, passwords, now } = dependencies;
  const sent = await tryCode(dependencies, purpose, { phone, code, caller: { address: request.ip } });
  // The account is looked up after the code is checked, so that only the owner of the phone learns whether an account has the number.
  const user = await findByProvedPhone(db, phone);
  if (user === undefined) throw wrongCode(purpose);
  refuseWeakPassword('newPassword', newPassword, user);
  const password_hash = await passwords.hash(newPassword);
  await db.transaction().execute(async (transaction) => {
    await spendCode(transaction, sent);
    await resetPassword(transaction, keyedHash, request, { user, password_hash, by: 'sms' }, now());
  });
}

/**
 * Sends a teacher a link for a new password, which replaces the previous one. Runs after the response, which is the same and takes the same
 * time for an unknown address.
 */
async function sendPasswordLink(
  { db, links }: Dependencies,
  mailer: Mailer,
  { email, language, atMost }: { email: string; language: ReturnType<typeof languageOf>; atMost: number },
): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .where('email_bounced_at', 'is', null)
    .where('role', '=', 'teacher')
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (user === undefined) return;
  // A mailbox that has had its mails of this hour gets none, and the link in the last one stays valid.
  await mailWithinCeiling(db, { address: user.email, atMost }, async () => {
    const token = await makeLink(db, user.id);
    const say = messagesIn(language);
    const link = `${links.to(pagePaths.reset)}?token=${token}`;
    const text = say('mail.resetText', { minutes: PASSWORD_LINK_MINUTES });
    const body = {
      language,
      greeting: say('mail.greeting'),
      paragraphs: [{ text, link, label: say('mail.resetOpen') }],
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
  });
}

/** Stores a new link of an account, which replaces the previous one. @returns its token. */
async function makeLink(db: Kysely<Database>, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  // Expires by the database clock, so that a wrong clock of a server does not extend it.
  await sql`
    insert into password_links (user_id, token_hash, expires_at)
    values (${userId}, ${hashOf(token)}, clock_timestamp() + ${PASSWORD_LINK_MINUTES} * interval '1 minute')
    on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`.execute(
    db,
  );
  return token;
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
async function usePasswordLink(
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
    await confirmEmail(transaction, { ...user, startsMails: false }, now());
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

const config = { policy: 'open', isUnmetered: 'form' } as const;

/** Registers the routes for a new password by a link in an e-mail, if e-mails are sent. */
export function passwordLinkRoutes(app: App, dependencies: Dependencies): void {
  const { mailer, background } = dependencies;

  app.post(
    '/api/auth/password-links',
    {
      config,
      schema: {
        summary: 'Request a link to a new password by e-mail',
        description: 'Answers the same whether or not an account has the address.',
        body: passwordLinkRequestSchema,
        response: { 202: confirmationSchema },
      },
    },
    writeInTurn(async (request, reply) => {
      if (mailer === undefined) throw new AppError('not_found');
      const { email, ...check } = request.body;
      const by = await guardMessage(dependencies, request, check, { channel: 'email', recipient: email });
      const atMost = by === 'device' ? MAILS_AN_HOUR.ofOwner : MAILS_AN_HOUR.ofStrangers;
      const language = languageOf(request);
      background(() => sendPasswordLink(dependencies, mailer, { email, language, atMost }));
      return reply.code(202).send({ message: say(request, 'done.passwordLinkSent') });
    }),
  );

  app.put(
    '/api/auth/password-links',
    {
      config,
      schema: {
        summary: 'Set a new password by the link, which can be used once within half an hour',
        body: passwordByLinkSchema,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn(async (request) => {
      await guardEntry(dependencies, request, request.body);
      await usePasswordLink(dependencies, request, request.body);
      return { message: say(request, 'done.passwordChanged') };
    }),
  );
}

/** Registers the routes for a new password by a code to a phone, if codes are sent to phones. */
export function passwordCodeRoutes(app: App, dependencies: Dependencies): void {
  const { db, sms, background } = dependencies;

  app.post(
    '/api/auth/password-codes',
    {
      config,
      schema: {
        summary: 'Request a code to a new password by SMS',
        description: 'Answers the same whether or not an account has proved to have the number.',
        body: passwordCodeRequestSchema,
        response: { 202: phoneCodeSentSchema },
      },
    },
    writeInTurn(async (request, reply) => {
      if (sms === undefined) throw new AppError('not_found');
      const { phone, ...check } = request.body;
      await guardMessage(dependencies, request, check, { channel: 'sms', recipient: phone, paid: ['all'] });
      const code = await makeCode(dependencies, newPasswordCode, phone);
      const language = languageOf(request);
      background(() => sendPasswordCode(db, sms, { phone, code, language }));
      const message = say(request, 'done.passwordCodeSent');
      // Whether the code arrives would tell whether an account has the number.
      return reply.code(202).send({ message, ...(sms.isSandbox ? { sandboxCode: code } : {}) });
    }),
  );

  app.put(
    '/api/auth/password-codes',
    {
      config,
      schema: {
        summary: 'Set a new password by the code, which can be used once within half an hour',
        body: passwordByCodeSchema,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn(async (request) => {
      if (sms === undefined) throw new AppError('not_found');
      await guardEntry(dependencies, request, request.body);
      await usePasswordCode(dependencies, request, request.body);
      return { message: say(request, 'done.passwordChanged') };
    }),
  );
}
