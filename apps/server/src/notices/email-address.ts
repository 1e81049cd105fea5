import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { NoticeSettings } from '@mutual-transfer/domain/notices/notice-settings';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Dependencies } from '../dependencies.ts';
import { confirmEmail, findAccount, findOwnAccount, stopEmail } from '../people/members.ts';
import type { Db, UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { sendWithAttempts } from '../platform/send-with-attempts.ts';
import { mailHtml, mailText } from './channels/email.ts';
import { MAILS_AN_HOUR, mailboxKey, mailWithinCeiling } from './channels/mail-ceiling.ts';
import { isPermanent, type Mailer } from './channels/mailer.ts';
import { isMailable } from './former-contact.ts';
import type { MailboxLink } from './signed-links.ts';

/** Returns whether notices are mailed to a teacher, and if not, why. */
export async function emailState(db: Db, userId: string): Promise<NoticeSettings['email']> {
  const user = await findOwnAccount(db, userId);
  if (isMailable(user)) return 'confirmed';
  if (user.email_bounced_at !== null) return 'bounced';
  return user.email_stopped_at === null ? 'unconfirmed' : 'stopped';
}

interface Recipient extends Pick<UserRow, 'id' | 'email'> {
  language: Language;
}

/**
 * Mails the link that confirms an address, after the response. The address may belong to a stranger, so an account sends and
 * a mailbox gets five such mails a day; beyond them the account shows that the address is not confirmed, and sends the link later.
 */
export async function offerConfirmation(
  dependencies: Dependencies,
  request: FastifyRequest,
  recipient: Recipient,
): Promise<void> {
  const { limits, mailer, background } = dependencies;
  if (mailer === undefined) return;
  const budgets = [
    ['confirmations', { subject: recipient.id }],
    ['confirmationsToRecipient', { subject: mailboxKey(recipient.email) }],
  ] as const;
  for (const [name, budget] of budgets) if (await limits.isSpent(request, name, budget)) return;
  for (const [name, budget] of budgets) await limits.note(request, name, budget);
  background(() => sendConfirmation(dependencies, mailer, recipient));
}

/** Mails the caller the link again. @throws {AppError} `rate_limited`. */
export async function sendLinkAgain(
  dependencies: Dependencies,
  request: FastifyRequest,
  { userId, language }: { userId: string; language: Language },
): Promise<void> {
  const { db, limits, mailer, background } = dependencies;
  const user = await findOwnAccount(db, userId);
  if (mailer === undefined) throw new AppError('not_found');
  if (isMailable(user)) return;
  await limits.reserve(request, 'confirmations', { subject: userId });
  await limits.reserve(request, 'confirmationsToRecipient', { subject: mailboxKey(user.email) });
  background(() => sendConfirmation(dependencies, mailer, { ...user, language }));
}

async function sendConfirmation(
  { db, links, now }: Pick<Dependencies, 'db' | 'links' | 'now'>,
  mailer: Mailer,
  { id: userId, email, language }: Recipient,
): Promise<void> {
  const say = messagesIn(language);
  const link = await links.confirmation({ userId, email }, now());
  const body = {
    language,
    greeting: say('mail.greeting'),
    paragraphs: [{ text: say('mail.confirmText'), link, label: say('mail.confirmOpen') }],
    notes: [say('mail.confirmNotYou')],
    ends: [],
  };
  const subject = say('mail.confirmSubject');
  const mail = { id: newId(), to: email, subject, text: mailText(body), html: mailHtml(body) };
  await mailWithinCeiling(db, { address: email, atMost: MAILS_AN_HOUR.ofStrangers }, () =>
    sendWithAttempts(
      () => mailer.send(mail),
      (error) => !isPermanent(error),
    ),
  );
}

/** Confirms an address by the link that was mailed to it. @throws {AppError} `not_found` if the account has another address now. */
export async function confirmByLink(db: Db, link: MailboxLink | undefined, now: Date): Promise<void> {
  const user = link && (await findAccount(db, link.userId));
  const isDone =
    user !== undefined &&
    link?.isOf(user.email) === true &&
    (await confirmEmail(db, { ...user, startsMails: true }, now));
  if (!isDone) throw new AppError('not_found');
}

/**
 * Stops the mails to the mailbox of a link, and drops those that wait. The settings of the account stay: its holder, who may be a stranger
 * to the mailbox, cannot start the mails again. A link to a former mailbox stops nothing, and no link drops what a former mailbox is told:
 * who took over the account could otherwise keep the change from its owner.
 */
export async function stopByLink(db: Db, { userId, isOf }: MailboxLink, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select(['id', 'email'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (user === undefined || !isOf(user.email)) return;
    await stopEmail(transaction, userId, now);
    await transaction
      .updateTable('deliveries')
      .set({ state: 'dropped', ended_at: sql`clock_timestamp()` })
      .where('user_id', '=', userId)
      .where('channel', '=', 'email')
      .where('contact', 'is', null)
      .where('state', '=', 'waiting')
      .execute();
  });
}
