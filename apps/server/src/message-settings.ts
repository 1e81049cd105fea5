import { z } from 'zod';

/** An environment variable that is set but empty counts as not set. */
export const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional());

/** What the product must know to send messages: to phones, mailboxes and browsers. */
export const messageVariables = {
  MSG91_AUTH_KEY: text,
  MSG91_TEMPLATE_ID: text,
  MSG91_URL: text,
  MSG91_NOTICE_TEMPLATE_ID: text,
  PUBLIC_URL: text.refine((url) => url === undefined || isOrigin(url), {
    error: 'must be the address of the product without a path, as https://transfer.example.org',
  }),
  SMTP_URL: text.refine((url) => url === undefined || /^smtps?:\/\/[^/]+$/.test(url), {
    error: 'must begin with smtp:// or smtps:// and end with the host or port',
  }),
  MAIL_FROM: text.refine((email) => email === undefined || z.email().safeParse(email).success, {
    error: 'must be an email address',
  }),
  VAPID_PUBLIC_KEY: text,
  VAPID_PRIVATE_KEY: text,
  PUSH_SERVICES: text,
};

type Values = z.infer<z.ZodObject<typeof messageVariables>> & { readonly SUPPORT_EMAIL?: string | undefined };

/** A server with one of these sends messages to real people. */
export const sendingVariables = [
  'MSG91_AUTH_KEY',
  'MSG91_TEMPLATE_ID',
  'SMTP_URL',
  'VAPID_PRIVATE_KEY',
] as const;

/** By whom and from where messages are sent. */
export interface MessageSettings {
  /** Undefined: codes are shown instead of sent to phones, and in production there are none. */
  readonly msg91: Msg91Keys | undefined;
  /** The address at which teachers find the product, for links in messages; undefined: no message leaves it. */
  readonly publicUrl: string | undefined;
  /** Undefined: no e-mail is sent. */
  readonly smtp: SmtpSettings | undefined;
  /** Undefined: browsers cannot subscribe to notices. */
  readonly push: PushKeys | undefined;
}

/** The mail server, with user and password in its address, and the address that mails come from. */
export interface SmtpSettings {
  readonly url: string;
  readonly from: string;
}

/** The server's key for push services (VAPID), whom they write to about it, and the hosts of the services that are believed. */
export interface PushKeys {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly services: readonly string[];
}

/** What MSG91 knows us by, and the template of the message with a code. */
export interface Msg91Keys {
  readonly authKey: string;
  readonly templateId: string;
  /** The template of a notice; undefined: notices are not sent to phones. */
  readonly noticeTemplateId?: string | undefined;
  readonly baseUrl: string;
}

/** Settings of messages that need one another. */
export function messageProblems(values: Values): string[] {
  const problems: string[] = [];
  if (isPartly(values.SMTP_URL, values.MAIL_FROM)) problems.push('SMTP_URL and MAIL_FROM go together');
  if (isPartly(values.VAPID_PUBLIC_KEY, values.VAPID_PRIVATE_KEY)) {
    problems.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together');
  }
  if (isPartly(values.MSG91_AUTH_KEY, values.MSG91_TEMPLATE_ID)) {
    problems.push('MSG91_AUTH_KEY and MSG91_TEMPLATE_ID go together');
  }
  const sends = values.SMTP_URL ?? values.VAPID_PUBLIC_KEY ?? values.MSG91_NOTICE_TEMPLATE_ID;
  if (sends !== undefined && values.PUBLIC_URL === undefined) {
    problems.push('PUBLIC_URL must be set where messages are sent: their links begin with it');
  }
  return problems;
}

/** The settings of checked variables. */
export function messageSettings(values: Values): MessageSettings {
  return {
    msg91: msg91Keys(values),
    publicUrl: values.PUBLIC_URL,
    smtp: smtpSettings(values),
    push: pushKeys(values),
  };
}

function msg91Keys(values: Values): Msg91Keys | undefined {
  const { MSG91_AUTH_KEY, MSG91_TEMPLATE_ID, MSG91_URL } = values;
  if (!MSG91_AUTH_KEY || !MSG91_TEMPLATE_ID) return undefined;
  return {
    authKey: MSG91_AUTH_KEY,
    templateId: MSG91_TEMPLATE_ID,
    noticeTemplateId: values.MSG91_NOTICE_TEMPLATE_ID,
    baseUrl: MSG91_URL ?? 'https://control.msg91.com',
  };
}

function smtpSettings({ SMTP_URL, MAIL_FROM }: Values): SmtpSettings | undefined {
  return SMTP_URL === undefined || MAIL_FROM === undefined ? undefined : { url: SMTP_URL, from: MAIL_FROM };
}

/** The push services of the browsers that there are. */
const KNOWN_PUSH_SERVICES =
  'fcm.googleapis.com,updates.push.services.mozilla.com,web.push.apple.com,notify.windows.com';

function pushKeys(values: Values): PushKeys | undefined {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, PUBLIC_URL, SUPPORT_EMAIL, PUSH_SERVICES } = values;
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY || !PUBLIC_URL) return undefined;
  return {
    subject: SUPPORT_EMAIL === undefined ? PUBLIC_URL : `mailto:${SUPPORT_EMAIL}`,
    publicKey: VAPID_PUBLIC_KEY,
    privateKey: VAPID_PRIVATE_KEY,
    services: (PUSH_SERVICES ?? KNOWN_PUSH_SERVICES).split(','),
  };
}

function isOrigin(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === url.replace(/\/$/, '') && /^https?:/.test(url);
}

/** Whether some of these are given, and not all. */
export function isPartly(...values: (string | undefined)[]): boolean {
  const given = values.filter((value) => value !== undefined).length;
  return given > 0 && given < values.length;
}
