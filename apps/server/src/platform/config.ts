import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import {
  type Operator,
  operatorKinds,
  operatorSchema,
} from '@mutual-transfer/domain/administration/operator';
import { DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import type { Values } from '@mutual-transfer/domain/language/messages';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { z } from 'zod';
import { StartupError } from './database/startup-error.ts';
import {
  httpUrl,
  isAddressRange,
  isDatabaseUrl,
  isHardToGuess,
  isPartly,
  listOf,
  type MessageSettings,
  messageProblems,
  messageSettings,
  messageVariables,
  sendingVariables,
  webhookSecret,
} from './message-settings.ts';
import { isRecipient } from './seal.ts';

/** Folder of the checkout. */
export const projectFolder = resolve(import.meta.dirname, '../../../..');

const LOOPBACK = '127.0.0.1';
/** Settings of the product that `deploy/install.sh` put into production on this machine. */
const INSTALLED_SETTINGS = '/etc/mutual-transfer.env';
/** Default waiting time in minutes; a request that is withdrawn earlier notifies no teacher. */
const ANNOUNCE_AFTER_MINUTES = 5;

function number(minimum: number, maximum: number, fallback: number) {
  const digits = z.string().trim().regex(/^\d+$/);
  return digits.transform(Number).pipe(z.int().min(minimum).max(maximum)).default(fallback);
}

const onOrOff = z.enum(['on', 'off']).default('on');
const text = z.string().optional();

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: number(0, 65_535, 3000),
  HOST: text,
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres:// or postgresql://', abort: true })
    .refine(isDatabaseUrl, {
      error:
        'is not a valid address: signs of the password such as @, / and # are written as %40, %2F and %23',
    })
    .optional(),
  DATA_DIR: text,
  DEMO: z.enum(['0', '1']).default('1'),
  CONTACTS_A_DAY_FROM_LISTS: number(0, 100_000, 200),
  CONTACTS_A_DAY_FROM_MATCHES: number(0, 100_000, 300),
  CONTACTS_A_DAY_FROM_ADDRESS: number(0, 100_000, 300),
  VISITOR_ROWS_A_DAY: number(0, 1_000_000, 3_000),
  PAID_MESSAGES_A_DAY: number(1, 10_000_000, 5_000),
  PAID_MESSAGES_TO_STRANGERS_A_DAY: number(1, 10_000_000, 2_000),
  PAID_MESSAGES_TO_OWN_NUMBERS_A_DAY: number(1, 10_000_000, 2_000),
  MAIL_PER_SECOND: number(1, 10_000, 10),
  NIGHTLY_PLAN_SECONDS: number(0, 3_000, 1_500),
  RATE_LIMIT: onOrOff,
  TOKEN_SECRET: z
    .string()
    .refine((secret) => Buffer.byteLength(secret) >= 32, { error: 'must have at least 32 bytes' })
    .refine(isHardToGuess, { error: 'is easy to guess: make one with openssl rand -base64 48' })
    .optional(),
  OPERATOR_KIND: z.enum(operatorKinds).optional(),
  OPERATOR_NAME: operatorSchema.shape.name.optional(),
  OPERATOR_ADDRESS: operatorSchema.shape.address.optional(),
  OPERATOR_EMAIL: z.email().optional(),
  OPERATOR_PHONE: operatorSchema.shape.phone.optional(),
  GRIEVANCE_OFFICER: operatorSchema.shape.grievanceOfficer.optional(),
  OPERATOR_GSTIN: operatorSchema.shape.gstin.optional(),
  SEALED_RECORDS_KEY: z
    .string()
    .refine(isRecipient, { error: 'must be a public key of age (age1…), and not the identity' })
    .optional(),
  RAZORPAY_KEY_ID: text,
  RAZORPAY_KEY_SECRET: text,
  RAZORPAY_WEBHOOK_SECRET: webhookSecret('Razorpay'),
  RAZORPAY_URL: httpUrl,
  ...messageVariables,
  TRUSTED_PROXIES: z
    .string()
    .refine((list) => listOf(list).every(isAddressRange), {
      error: 'must be a comma-separated list of addresses or CIDR ranges',
    })
    .optional(),
  DATABASE_POOL_SIZE: number(2, 200, 10),
  DATABASE_PREPARE: onOrOff,
  PLACES_POINTS: text,
  DRAIN_SECONDS: number(0, 60, 0),
  METRICS_PORT: number(0, 65_535, 0),
  METRICS_HOST: text,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
});

/** Names of all environment variables, which `.env.example` lists too. */
export const environmentNames = Object.keys(environment.shape);

/**
 * Maximum numbers of different people whose contact may be opened in 24 hours. `people/contacts.ts` defines an account with standing.
 */
interface ContactsADay {
  /** Contacts that an account with standing may open in lists. */
  list: number;
  /** Contacts that an account with standing may open in matches, rings and alerts. */
  match: number;
  /** Contacts that all accounts without standing at one address may open together. */
  address: number;
}

/** Validated, frozen configuration. Only `config.ts` reads the environment. */
export interface Config extends MessageSettings {
  mode: 'development' | 'production' | 'test';
  port: number;
  host: string;
  /** Undefined for the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  /** False behind a connection pooler that does not support prepared statements. */
  databasePrepare: boolean;
  dataFolder: string;
  /** Email address for forgotten passwords and complaints, unless the Admin Panel sets another one. */
  supportEmail: string | undefined;
  /** Who runs the product, unless the Admin Panel says otherwise. Whole in production. */
  operator: Partial<Operator>;
  /** False to refuse a database with demo accounts: strangers may reach the server, also if `NODE_ENV` was forgotten. */
  allowsDemoAccounts: boolean;
  /** True to fill an empty database with demo data. */
  demo: boolean;
  /** Time limit of the nightly deep plan in seconds; 0 for a fast plan only. */
  nightlyPlanSeconds: number;
  rateLimits: boolean;
  /** Undefined for no limit. */
  contactsADay: ContactsADay | undefined;
  /** Maximum number of distinct requests shown per visitor address and 24 hours. */
  visitorRowsADay: number;
  /**
   * Numbers of paid messages in 24 hours: all, those to numbers that visitors name, and codes of accounts to their own numbers. Beyond them
   * codes get dearer, and then wait.
   */
  paidMessagesADay: { all: number; strangers: number; own: number };
  /** Maximum number of mails with notices in a second, over all processes. */
  mailsPerSecond: number;
  /** Minutes between the last change of a request and the notification of its matches; 0 if rate limits are disabled. */
  announceAfterMinutes: number;
  /** Secret that signs tokens. If it is undefined, outside production only, one is created and stored in the data folder. */
  tokenSecret: string | undefined;
  /** Public key of `age` for the records of erased accounts. Undefined: nothing is sealed. */
  sealedRecordsKey: string | undefined;
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  /** File with the points of places. Without it distances are measured between districts. */
  placesPoints: string | undefined;
  /** Seconds between SIGTERM and closing. In this time `/api/ready` answers 503, and other calls are still served. */
  drainSeconds: number;
  logLevel: string;
  /** Address on which the metrics are served; undefined for no metrics. */
  metrics: { host: string; port: number } | undefined;
  /** Undefined for the sandbox, which is not available in production. */
  razorpay: RazorpayKeys | undefined;
}

/** Credentials of our account at Razorpay. */
export interface RazorpayKeys {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  baseUrl: string;
}

/** Reads and validates the configuration. @throws {StartupError} that names all invalid variables. */
export function readConfig(
  variables: Readonly<Record<string, string | undefined>> = givenVariables(),
  installed = INSTALLED_SETTINGS,
): Config {
  // An empty text means that the variable is not set.
  const given = Object.entries(variables).filter(([, value]) => value !== '');
  const parsed = environment.safeParse(Object.fromEntries(given));
  const problems = parsed.success
    ? [messageProblems, paymentProblems, productionProblems].flatMap((problems) => problems(parsed.data))
    : parsed.error.issues.map(problemOf);
  // The database in the checkout's data folder is not that of the product which this machine serves.
  const { NODE_ENV, DATABASE_URL, DATA_DIR } = parsed.data ?? { NODE_ENV: 'test' };
  if (NODE_ENV !== 'test' && !DATABASE_URL && !DATA_DIR && existsSync(installed))
    problems.push(
      `DATABASE_URL: this machine runs the product with ${installed}: use mutual-transfer COMMAND, or name a database of its own by DATA_DIR`,
    );
  if (!parsed.success || problems.length > 0) throw new StartupError(problems.join('\n'));
  const values = parsed.data;
  return Object.freeze({
    mode: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST ?? (values.NODE_ENV === 'production' ? '0.0.0.0' : LOOPBACK),
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databasePrepare: values.DATABASE_PREPARE === 'on',
    dataFolder: resolve(projectFolder, values.DATA_DIR ?? (isDemo(values) ? '.data/demo' : '.data')),
    supportEmail: values.OPERATOR_EMAIL,
    operator: operatorOf(values),
    allowsDemoAccounts: values.NODE_ENV === 'test' || isForDevelopmentAlone(values),
    demo: isDemo(values),
    nightlyPlanSeconds: values.NIGHTLY_PLAN_SECONDS,
    rateLimits: values.RATE_LIMIT === 'on',
    contactsADay: contactsADay(values),
    visitorRowsADay: values.VISITOR_ROWS_A_DAY,
    paidMessagesADay: {
      all: values.PAID_MESSAGES_A_DAY,
      strangers: values.PAID_MESSAGES_TO_STRANGERS_A_DAY,
      own: values.PAID_MESSAGES_TO_OWN_NUMBERS_A_DAY,
    },
    announceAfterMinutes: values.RATE_LIMIT === 'off' ? 0 : ANNOUNCE_AFTER_MINUTES,
    tokenSecret: values.TOKEN_SECRET,
    sealedRecordsKey: values.SEALED_RECORDS_KEY,
    mailsPerSecond: values.MAIL_PER_SECOND,
    trustedProxies: listOf(values.TRUSTED_PROXIES ?? ''),
    razorpay: razorpayKeys(values),
    ...messageSettings(values),
    placesPoints: values.PLACES_POINTS,
    metrics: metricsAddress(values),
    drainSeconds: values.DRAIN_SECONDS,
    logLevel: values.LOG_LEVEL ?? (values.NODE_ENV === 'production' ? 'info' : 'warn'),
  });
}

/** Returns the variables of the environment and of the file `.env` in the folder of the checkout. The environment takes precedence. */
export function givenVariables(
  folder = projectFolder,
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string | undefined>> {
  const file = join(folder, '.env');
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...variables } : variables;
}

function isDemo(values: z.infer<typeof environment>): boolean {
  return values.DEMO === '1' && isForDevelopmentAlone(values);
}

/**
 * Returns true for a server that only its developer can use. Demo data has published logins, so it must not be used with keys of the
 * payment provider or of message services, a configured database, a proxy or a public address.
 */
function isForDevelopmentAlone(values: z.infer<typeof environment>): boolean {
  const { NODE_ENV, HOST, DATABASE_URL, TRUSTED_PROXIES } = values;
  const isReached = HOST !== undefined && !isLoopback(HOST);
  const payment = [values.RAZORPAY_KEY_ID, values.RAZORPAY_KEY_SECRET, values.RAZORPAY_WEBHOOK_SECRET];
  const keys = [...payment, ...sendingVariables.map((name) => values[name])];
  const isConfigured = [DATABASE_URL, TRUSTED_PROXIES, ...keys].some((value) => value !== undefined);
  return NODE_ENV === 'development' && !isReached && !isConfigured;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

function problemOf(issue: z.core.$ZodIssue): string {
  const { path, message } = issue;
  const say = messagesIn(DEFAULT_LANGUAGE);
  const sentence = say.has(message)
    ? say(message, 'params' in issue ? (issue.params as Values) : {})
    : message;
  return `${path.join('.')}: ${sentence}`;
}

function paymentProblems(values: z.infer<typeof environment>): string[] {
  return isPartly(values.RAZORPAY_KEY_ID, values.RAZORPAY_KEY_SECRET, values.RAZORPAY_WEBHOOK_SECRET)
    ? ['RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET go together']
    : [];
}

function productionProblems(values: z.infer<typeof environment>): string[] {
  if (values.NODE_ENV !== 'production') return [];
  const problems: string[] = [];
  if (values.TOKEN_SECRET === undefined) problems.push('TOKEN_SECRET must be set in production');
  for (const name of neededOfOperator)
    if (values[name] === undefined) problems.push(`${name} must be set in production`);
  if (values.RATE_LIMIT === 'off') problems.push('RATE_LIMIT must not be off in production');
  return problems;
}

/** What the law asks of every public page that names the operator. */
const neededOfOperator = [
  'OPERATOR_KIND',
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_EMAIL',
  'GRIEVANCE_OFFICER',
] as const;

function operatorOf(values: z.infer<typeof environment>): Partial<Operator> {
  const given = {
    kind: values.OPERATOR_KIND,
    name: values.OPERATOR_NAME,
    address: values.OPERATOR_ADDRESS,
    phone: values.OPERATOR_PHONE,
    grievanceOfficer: values.GRIEVANCE_OFFICER,
    gstin: values.OPERATOR_GSTIN,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function razorpayKeys(values: z.infer<typeof environment>): RazorpayKeys | undefined {
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, RAZORPAY_URL } = values;
  if (!RAZORPAY_KEY_ID || !RAZORPAY_KEY_SECRET || !RAZORPAY_WEBHOOK_SECRET) return undefined;
  return {
    keyId: RAZORPAY_KEY_ID,
    keySecret: RAZORPAY_KEY_SECRET,
    webhookSecret: RAZORPAY_WEBHOOK_SECRET,
    baseUrl: RAZORPAY_URL ?? 'https://api.razorpay.com',
  };
}

function contactsADay(values: z.infer<typeof environment>): Config['contactsADay'] {
  if (values.RATE_LIMIT === 'off') return undefined;
  return {
    list: values.CONTACTS_A_DAY_FROM_LISTS,
    match: values.CONTACTS_A_DAY_FROM_MATCHES,
    address: values.CONTACTS_A_DAY_FROM_ADDRESS,
  };
}

function metricsAddress({ METRICS_HOST, METRICS_PORT }: z.infer<typeof environment>): Config['metrics'] {
  return METRICS_PORT === 0 ? undefined : { host: METRICS_HOST ?? '127.0.0.1', port: METRICS_PORT };
}
