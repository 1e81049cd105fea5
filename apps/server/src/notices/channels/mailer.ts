import { PRODUCT_NAME } from '@mutual-transfer/domain/constants';
import { createTransport } from 'nodemailer';
import type { SmtpSettings } from '../../platform/message-settings.ts';
import { RefusedDispatch } from './channel.ts';

const CONNECTIONS = 4;
const TIMEOUT_MS = 15_000;
/** Time limit of one mail in milliseconds. A server that answers byte by byte is never silent. */
const DEADLINE_MS = 60_000;

/** An e-mail in text and HTML. */
export interface Mail {
  /** Local part of the `Message-ID`; a second attempt has the same one. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Address of `List-Unsubscribe`, which accepts a one-click POST (RFC 8058). */
  unsubscribe?: string;
}

/** Sends e-mails by SMTP (RFC 5321). */
export interface Mailer {
  /** @throws {RefusedDispatch} if the server refuses the mail permanently (5yz). After any other error it can be sent again later. */
  send: (mail: Mail) => Promise<void>;
  close: () => void;
}

interface MailerOptions {
  /** Certificates (PEM) to trust instead of the system's authorities. */
  ca?: string;
  deadlineMs?: number;
}

/** Creates a mailer for the configured server. It requires TLS unless the server is on the loopback interface. */
export function createMailer(
  { url, from }: SmtpSettings,
  { ca, deadlineMs = DEADLINE_MS }: MailerOptions = {},
): Mailer {
  const { hostname, port, username, password, protocol } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isThisMachine(hostname),
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    send: async ({ id, to, subject, text, html, unsubscribe }) => {
      const mail = {
        from: { name: PRODUCT_NAME, address: from },
        to: { name: '', address: to },
        messageId: `<${id}@${domain}>`,
        subject,
        text,
        html,
        // Closes the connection of this mail alone.
        signal: AbortSignal.timeout(deadlineMs),
        headers: { 'Auto-Submitted': 'auto-generated', ...oneClick(unsubscribe) },
      };
      await transport.sendMail(mail).catch(refuse);
    },
    close: () => transport.close(),
  };
}

function oneClick(address: string | undefined): Record<string, string> {
  if (address === undefined) return {};
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * Throws a `RefusedDispatch` for a permanent error. Wrong credentials are no refusal: the operator can correct them, and the mail is then
 * sent.
 */
function refuse(error: { permanent?: boolean; code?: string; message: string }): never {
  if (error.permanent === true && error.code !== 'EAUTH') throw new RefusedDispatch(error.message);
  throw error;
}

/** Returns true for an error that an attempt in the next seconds would meet again: a refused mail, or refused credentials (5yz). */
export function isPermanent(error: unknown): boolean {
  if (error instanceof RefusedDispatch) return true;
  return error instanceof Error && 'permanent' in error && error.permanent === true;
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host);
}
