import { PRODUCT_NAME } from '@mutual-transfer/domain/constants';
import { createTransport } from 'nodemailer';
import type { SmtpSettings } from '../../message-settings.ts';
import { RefusedDispatch } from './channel.ts';

const CONNECTIONS = 4;
const TIMEOUT_MS = 15_000;

/** An e-mail in text and HTML. */
export interface Mail {
  /** Becomes the `Message-ID`, the same for a second try. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Takes a POST that stops such mails with one click (RFC 8058). */
  readonly unsubscribe?: string;
}

/** Sends e-mails by SMTP (RFC 5321). */
export interface Mailer {
  /** @throws {RefusedDispatch} when the server refuses the mail for good (5yz); any other error says to try again later. */
  readonly send: (mail: Mail) => Promise<void>;
  readonly close: () => void;
}

interface MailerOptions {
  /** Certificates to trust instead of the known authorities, PEM. */
  readonly ca?: string;
}

/** Mails over the configured server: never without encryption, but to this machine itself. */
export function createMailer({ url, from }: SmtpSettings, { ca }: MailerOptions = {}): Mailer {
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

/** Wrong credentials are the operator's to mend: the mail waits. */
function refuse(error: { permanent?: boolean; code?: string; message: string }): never {
  if (error.permanent === true && error.code !== 'EAUTH') throw new RefusedDispatch(error.message);
  throw error;
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host);
}
