import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { emailSchema, newAdministratorPasswordSchema } from '@mutual-transfer/domain/accounts/credentials';
import { NAME_MAXIMUM_LENGTH, NAME_MINIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import { fieldSentences } from '@mutual-transfer/domain/language/messages';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { line } from '@mutual-transfer/domain/language/text';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { createAdministrator, turnFactorOff } from '../people/administrators.ts';
import { deleteOldAudit, writeAuditOf } from '../people/audit.ts';
import { replacePassword } from '../people/members.ts';
import { readConfig } from '../platform/config.ts';
import { followDatabaseClock } from '../platform/database/database-clock.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { runCommand, StartupError } from '../platform/database/startup-error.ts';
import type { Database } from '../platform/database/tables.ts';
import { toAppError } from '../platform/errors.ts';
import { createPasswords, weaknessOf } from '../sign-in/passwords.ts';
import { endSessions } from '../sign-in/sessions-of-account.ts';

/**
 * `npm run admin -- create --email … --name …` creates an administrator; `reset --email …` sets a new password and removes the second factor,
 * for the only administrator of the state who lost the phone. Both read the password from standard input. `retention` deletes the audit
 * entries whose period has ended, which a server may not.
 */
const USAGE = `Usage: npm run admin -- create --email ADDRESS --name NAME
       npm run admin -- reset --email ADDRESS
       npm run admin -- retention`;

const administrator = z
  .strictObject({
    email: emailSchema,
    name: line(NAME_MINIMUM_LENGTH, NAME_MAXIMUM_LENGTH).optional(),
    password: newAdministratorPasswordSchema,
  })
  .superRefine(({ password, email, name = '' }, context) => {
    const message = weaknessOf(password, { email, name, phone: null });
    if (message) context.addIssue({ code: 'custom', path: ['password'], message });
  });

await runCommand(async () => {
  const given = readArguments();
  if (given === 'retention') return deleteAudit();
  const { email, name } = given;
  const input = check({ email, name, password: await readPassword() });
  const database = await openDatabase(readConfig());
  try {
    await migrate(database);
    const passwordHash = await createPasswords().hash(input.password);
    if (input.name === undefined) await reset(database.db, input.email, passwordHash);
    else await createAdministrator(database.db, { ...input, name: input.name, passwordHash }, new Date());
  } catch (error) {
    if (toAppError(error).code === 'email_taken')
      throw new StartupError(messagesIn(DEFAULT_LANGUAGE)('email.taken'));
    throw error;
  } finally {
    await database.close();
  }
  console.info(`The administrator ${input.email} can sign in now.`);
});

async function deleteAudit(): Promise<void> {
  const database = await openDatabase(readConfig());
  try {
    const now = await followDatabaseClock(database.pool);
    console.info(`Deleted ${await deleteOldAudit(database.db, now())} audit entries.`);
  } finally {
    await database.close();
  }
}

async function reset(db: Kysely<Database>, email: string, password_hash: string): Promise<void> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .where('role', '=', 'admin')
    .executeTakeFirst();
  if (found === undefined) throw new StartupError(`There is no administrator ${email}.`);
  await db.transaction().execute(async (transaction) => {
    await replacePassword(transaction, found, { password_hash });
    await turnFactorOff(transaction, found.id);
    const now = new Date();
    await endSessions(transaction, found.id, now);
    const details = { fields: ['password', 'factor'], by: 'npm run admin' };
    const entry = { actorId: null, action: 'administrator.change', subjectId: found.id, details } as const;
    await writeAuditOf(transaction, { ip: hostname() }, entry, now);
  });
}

/** Returns the options. The name is given for a new administrator only. */
function readArguments(): { email: string; name?: string } | 'retention' {
  try {
    const { values, positionals } = parseArgs({
      options: { email: { type: 'string' }, name: { type: 'string' } },
      allowPositionals: true,
    });
    const { email, name } = values;
    if (positionals.join() === 'retention' && !email && !name) return 'retention';
    if (positionals.join() === 'create' && email && name) return { email, name };
    if (positionals.join() === 'reset' && email) return { email };
  } catch {
    // `parseArgs` rejected an option: the usage lists the valid ones.
  }
  throw new StartupError(USAGE);
}

function check(input: unknown): z.output<typeof administrator> {
  const result = administrator.safeParse(input);
  if (result.success) return result.data;
  const sentences = Object.entries(fieldSentences(result.error.issues, messagesIn(DEFAULT_LANGUAGE)));
  throw new StartupError(sentences.map(([field, sentence]) => `${field}: ${sentence}`).join('\n'));
}

/** Reads one line of standard input. In a terminal shows a prompt and does not echo the input. */
async function readPassword(): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (isTerminal) process.stderr.write('Password: ');
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  for await (const typed of lines) {
    if (isTerminal) process.stderr.write('\n');
    lines.close();
    return typed;
  }
  return '';
}
