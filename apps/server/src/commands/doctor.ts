import { randomUUID } from 'node:crypto';
import dns from 'node:dns/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { chooseChannels } from '../notices/channels/choose-channels.ts';
import { createMailer } from '../notices/channels/mailer.ts';
import { type Config, projectFolder, readConfig } from '../platform/config.ts';
import { type OpenDatabase, openDatabase } from '../platform/database/open-database.ts';
import { StartupError, sentenceOf } from '../platform/database/startup-error.ts';
import { PaidMessages } from '../platform/paid-messages.ts';
import { release } from '../platform/release.ts';
import type { NoteSms } from '../sign-in/sent-sms.ts';
import { chooseSms } from '../sign-in/sms.ts';
import {
  checkBackup,
  checkClock,
  checkDisk,
  checkMailDomain,
  checkOpenFiles,
  checkSite,
  type Finding,
  ok,
  reasonOf,
  unchecked,
  wrong,
} from './doctor-checks.ts';

/**
 * `npm run doctor`: looks at everything that a running product needs around it, and says what to do. Status 1 if something is wrong. Sends
 * messages only to the people whom the parameters name.
 */
const USAGE = `Usage: npm run doctor -- [--settings] [--mail ADDRESS] [--dkim SELECTOR] [--sms PHONE] [--push EMAIL] [--backups FOLDER]
  --settings  checks the settings alone
  --mail, --sms, --push  send a test message to an address, a number of ten digits, the browsers of an account
  --dkim      name of the key with which the mail provider signs`;
const BACKUPS = '/var/lib/mutual-transfer-backups';
const pushTodo =
  'Sign in at the site, switch on "On this phone or computer" under "What we send you", and name the email address of that account';
const marks = { ok: '✓', unchecked: '?', wrong: '✗' };

const given = readArguments();
const findings = await examine();
for (const { state, check, found, todo } of findings) {
  console.info(`${marks[state]} ${check}: ${found}`);
  if (todo !== undefined) console.info(`    ${todo}.`);
}
const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
console.info(`${count('ok')} well, ${count('unchecked')} not checked, ${count('wrong')} wrong`);
process.exit(count('wrong') > 0 ? 1 : 0);

function readArguments() {
  const text = { type: 'string' } as const;
  try {
    const options = {
      settings: { type: 'boolean' },
      mail: text,
      dkim: text,
      sms: text,
      push: text,
      backups: text,
    } as const;
    return parseArgs({ options }).values;
  } catch {
    console.error(USAGE);
    process.exit(1);
  }
}

async function examine(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const correct = 'Correct it in /etc/mutual-transfer.env; .env.example describes each setting';
    return error.message.split('\n').map((problem) => wrong('settings', problem, correct));
  }
  const settings = ok('settings', `all are valid, for ${config.mode}`);
  if (given.settings) return [settings];
  return [
    settings,
    ...(await examineDatabase(config)),
    ...(await examineMail(config)),
    await checkOpenFiles(),
    await checkDisk(projectFolder),
    config.mode === 'production'
      ? await checkBackup(given.backups ?? BACKUPS, new Date())
      : unchecked('backup', 'not in production', 'NODE_ENV=production looks at it'),
    ...(config.publicUrl === undefined
      ? [wrong('site', 'PUBLIC_URL is not set', 'Set it: without it no messages are sent')]
      : await checkSite(config.publicUrl, release.commit, config.razorpay !== undefined)),
  ];
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  let database: OpenDatabase;
  try {
    database = await openDatabase(config);
  } catch (error) {
    return [
      wrong(
        'database',
        sentenceOf(error) ?? reasonOf(error),
        'Look at DATABASE_URL, and at: systemctl status postgresql',
      ),
    ];
  }
  try {
    const { rows } = await sql<{ now: Date }>`select now()`.execute(database.db);
    const clock = await checkClock(rows[0]?.now ?? new Date(0), new Date());
    return [ok('database', 'answers'), clock, ...(await examinePhones(config, database))];
  } finally {
    await database.close();
  }
}

/** Sends the test messages that need the database: a code by SMS, and a notice to the browsers of an account. */
async function examinePhones(config: Config, { db }: OpenDatabase): Promise<Finding[]> {
  const note: NoteSms = async (_sms, send) => void (await send());
  const sms = chooseSms(config, new PaidMessages(db, config, console.error), note);
  const push = chooseChannels(db, config, { mailer: undefined, texts: undefined }).find(
    ({ name }) => name === 'push',
  );
  const user =
    given.push === undefined
      ? undefined
      : await db.selectFrom('users').select('id').where('email', '=', given.push).executeTakeFirst();
  const notice = {
    id: randomUUID(),
    recipient: { userId: user?.id ?? '', email: '', phone: null },
    language: 'en',
    notices: [{ kind: 'message', text: 'A test', link: `${config.publicUrl}/` }],
  } as const;
  const phone = given.sms;
  return [
    sms === undefined || sms.isSandbox
      ? unchecked(
          'SMS',
          'no provider is configured: phones cannot be confirmed',
          'Set MSG91_AUTH_KEY and SMS_TEMPLATES',
        )
      : await sent('SMS', phone, '--sms PHONE', () => sms.sendCode(phone ?? '', '123456', 'en')),
    push === undefined
      ? unchecked('push', 'not configured', 'Set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY')
      : given.push !== undefined && user === undefined
        ? wrong('push', `${given.push} has no account`, pushTodo)
        : await sent(
            'push',
            given.push,
            '--push EMAIL of an account that switched notices on in a browser',
            () => push.send(notice),
            pushTodo,
          ),
  ];
}

async function examineMail({ smtp }: Config): Promise<Finding[]> {
  if (smtp === undefined)
    return [unchecked('mail', 'no mail server is configured', 'Set SMTP_URL and MAIL_FROM')];
  const { hostname } = new URL(smtp.url);
  const mailer = createMailer(smtp);
  const mail = {
    id: randomUUID(),
    to: given.mail ?? '',
    subject: 'A test',
    text: 'A test',
    html: '<p>A test</p>',
  };
  const findings = [
    ...(await checkMailDomain(dns, { from: smtp.from, host: hostname, selector: given.dkim })),
    await sent('mail', given.mail, '--mail ADDRESS', () => mailer.send(mail)),
  ];
  mailer.close();
  return findings;
}

/** Sends a test message if a parameter names its recipient. */
async function sent(
  check: string,
  to: string | undefined,
  parameter: string,
  send: () => Promise<void>,
  todo = 'Look at the keys, and at the account at the provider (balance, template, sender)',
): Promise<Finding> {
  if (to === undefined) return unchecked(check, 'configured', `A test message: ${parameter}`);
  try {
    await send();
    return ok(check, `the provider accepted a test message to ${to}: look whether it arrived`);
  } catch (error) {
    return wrong(check, reasonOf(error), todo);
  }
}
