import { isIP } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { type SmsName, smsNames } from '@mutual-transfer/domain/notices/text-messages';
import { z } from 'zod';

/** Minimum number of different characters in a secret, and minimum number of bytes after compression. */
const FEWEST_CHARACTERS = 10;
const FEWEST_FOLDED_BYTES = 28;

/** Returns false for repeated characters or words, and for sequences such as `abcdef`. */
export function isHardToGuess(secret: string): boolean {
  const steps = Array.from(secret.slice(1), (_, index) =>
    Math.abs(secret.charCodeAt(index + 1) - secret.charCodeAt(index)),
  );
  const isRun = steps.filter((step) => step <= 1).length > steps.length / 2;
  const folded = deflateRawSync(secret, { level: 9 }).length;
  return new Set(secret).size >= FEWEST_CHARACTERS && folded >= FEWEST_FOLDED_BYTES && !isRun;
}

/** Returns true for an IP address, alone or with the number of bits of its network (CIDR). */
export function isAddressRange(range: string): boolean {
  const [address = '', bits = '0'] = range.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}

/** Returns false for a URL whose password contains a sign that ends it, so that a part of the password would be read as the host. */
export function isDatabaseUrl(url: string): boolean {
  const [address = ''] = url.split('?');
  return URL.canParse(url) && !url.includes('#') && address.split('@').length <= 2 && !isCut(new URL(url));
}

/** Returns true if the first `/` or `?` of a password was read as the end of the host, so that the `@` is behind it. */
function isCut({ host, username, pathname, search }: URL): boolean {
  return host !== '' && username === '' && `${pathname}${search}`.includes('@');
}

const text = z.string().optional();

/** Schema of the URL of a provider's API. */
export const httpUrl = z.url({ protocol: /^https?$/ }).optional();

/** Schema of the secret by which a provider proves its calls. */
export function webhookSecret(provider: string) {
  return z
    .string()
    .refine(isHardToGuess, {
      error: `is easy to guess: make one with openssl rand -base64 48, and set it at ${provider} too`,
    })
    .optional();
}

/** Environment variables for messages to phones, mailboxes and browsers. */
export const messageVariables = {
  MSG91_AUTH_KEY: text,
  SMS_TEMPLATES: z.string().transform(smsTemplates).optional(),
  MSG91_URL: httpUrl,
  MSG91_WEBHOOK_SECRET: webhookSecret('MSG91'),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, {
      error: 'must be the address of the product without a path, as https://transfer.example.org',
    })
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]+$/, {
      error: 'must begin with smtp:// or smtps:// and end with the host or port',
      abort: true,
    })
    .refine(isReadable, {
      error:
        'is not a valid address: signs of user and password such as @, / and # are written as %40, %2F and %23',
    })
    .optional(),
  MAIL_FROM: z.email().optional(),
  MAIL_WEBHOOK_SECRET: webhookSecret('the mail provider'),
  VAPID_PUBLIC_KEY: vapidKey(65),
  VAPID_PRIVATE_KEY: vapidKey(32),
  PUSH_SERVICES: text,
};

/** Ids of the registered texts, by kind and language. */
export type SmsTemplates = Readonly<Partial<Record<SmsName, string>>>;

/** Reads `{"code.hi": "…", …}`. A code is needed in each language; another kind without an id is not sent to phones. */
function smsTemplates(json: string, context: z.RefinementCtx<string>): SmsTemplates {
  const fail = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return fail('is no JSON: {"code.en": "ID", "code.hi": "ID"}');
  }
  const ids = z.partialRecord(z.enum(smsNames()), z.string().trim().min(1)).safeParse(given);
  if (!ids.success) return fail(`must name ids by kind and language, of ${smsNames().join(', ')}`);
  const missing = smsNames().filter((name) => name.startsWith('code.') && ids.data[name] === undefined);
  return missing.length > 0 ? fail(`lacks ${missing.join(' and ')}`) : ids.data;
}

function vapidKey(bytes: number) {
  return z
    .string()
    .refine((key) => /^[\w-]+=*$/.test(key) && Buffer.from(key, 'base64url').length === bytes, {
      error: 'is not a key of the right length: make a pair with npx web-push generate-vapid-keys',
    })
    .optional();
}

/** Returns true if URL, user and password can be decoded. */
function isReadable(url: string): boolean {
  try {
    const { username, password } = new URL(url);
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

type Values = z.infer<z.ZodObject<typeof messageVariables>> & { OPERATOR_EMAIL?: string | undefined };

/** Variables that let a server send messages to real people. */
export const sendingVariables = ['MSG91_AUTH_KEY', 'SMS_TEMPLATES', 'SMTP_URL', 'VAPID_PRIVATE_KEY'] as const;

/** Providers and senders of messages. */
export interface MessageSettings {
  /** Undefined if codes are displayed instead of being sent to phones. In production there are no codes then. */
  msg91: Msg91Keys | undefined;
  /** Secret in the calls of the SMS provider that report deliveries. Undefined: reports are refused. */
  smsReportSecret: string | undefined;
  /** Public URL of the product, for links in messages. Without it no messages are sent. */
  publicUrl: string | undefined;
  /** Undefined if no email is sent. */
  smtp: SmtpSettings | undefined;
  /** Secret that signs reports of addresses that take no mail. Undefined: reports are refused. */
  mailBounceSecret: string | undefined;
  /** Undefined if browsers cannot subscribe to push messages. */
  push: PushKeys | undefined;
}

/** URL of the mail server, which includes user and password, and address of the sender. */
export interface SmtpSettings {
  url: string;
  from: string;
}

/** The server's VAPID keys for push services, its contact address for them, and the hosts of accepted services. */
export interface PushKeys {
  subject: string;
  publicKey: string;
  privateKey: string;
  services: readonly string[];
}

/** Credentials of our account at MSG91, and the ids of the registered texts. */
export interface Msg91Keys {
  authKey: string;
  templates: SmsTemplates;
  baseUrl: string;
}

/** Returns a sentence for each group of variables that is set only in part. */
export function messageProblems(values: Values): string[] {
  const problems: string[] = [];
  if (isPartly(values.SMTP_URL, values.MAIL_FROM)) problems.push('SMTP_URL and MAIL_FROM go together');
  if (isPartly(values.VAPID_PUBLIC_KEY, values.VAPID_PRIVATE_KEY)) {
    problems.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together');
  }
  const { SMS_TEMPLATES: templates } = values;
  if ((values.MSG91_AUTH_KEY === undefined) !== (templates === undefined)) {
    problems.push('MSG91_AUTH_KEY and SMS_TEMPLATES go together');
  }
  const sendsNotices = Object.keys(templates ?? {}).some((name) => !name.startsWith('code.'));
  const sends = values.SMTP_URL ?? values.VAPID_PUBLIC_KEY ?? (sendsNotices ? templates : undefined);
  if (sends !== undefined && values.PUBLIC_URL === undefined) {
    problems.push('PUBLIC_URL must be set where messages are sent: their links begin with it');
  }
  return problems;
}

/** Returns the message settings from validated variables. */
export function messageSettings(values: Values): MessageSettings {
  return {
    msg91: msg91Keys(values),
    smsReportSecret: values.MSG91_WEBHOOK_SECRET,
    publicUrl: values.PUBLIC_URL,
    smtp: smtpSettings(values),
    mailBounceSecret: values.MAIL_WEBHOOK_SECRET,
    push: pushKeys(values),
  };
}

function msg91Keys(values: Values): Msg91Keys | undefined {
  const { MSG91_AUTH_KEY, SMS_TEMPLATES, MSG91_URL } = values;
  if (!MSG91_AUTH_KEY || !SMS_TEMPLATES) return undefined;
  return {
    authKey: MSG91_AUTH_KEY,
    templates: SMS_TEMPLATES,
    baseUrl: MSG91_URL ?? 'https://control.msg91.com',
  };
}

function smtpSettings({ SMTP_URL, MAIL_FROM }: Values): SmtpSettings | undefined {
  return SMTP_URL === undefined || MAIL_FROM === undefined ? undefined : { url: SMTP_URL, from: MAIL_FROM };
}

/** Hosts of the push services of common browsers. */
const KNOWN_PUSH_SERVICES =
  'fcm.googleapis.com,updates.push.services.mozilla.com,web.push.apple.com,notify.windows.com';

function pushKeys(values: Values): PushKeys | undefined {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, PUBLIC_URL, OPERATOR_EMAIL, PUSH_SERVICES } = values;
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY || !PUBLIC_URL) return undefined;
  return {
    subject: OPERATOR_EMAIL === undefined ? PUBLIC_URL : `mailto:${OPERATOR_EMAIL}`,
    publicKey: VAPID_PUBLIC_KEY,
    privateKey: VAPID_PRIVATE_KEY,
    services: listOf(PUSH_SERVICES ?? KNOWN_PUSH_SERVICES),
  };
}

function isOrigin(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === url.replace(/\/$/, '') && /^https?:/.test(url);
}

/** Returns the parts of a comma-separated list, without spaces and empty parts. */
export function listOf(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Returns true if some of these variables are set and others are not. */
export function isPartly(...values: (string | undefined)[]): boolean {
  const given = values.filter((value) => value !== undefined).length;
  return given > 0 && given < values.length;
}
