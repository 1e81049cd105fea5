import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** Parsed mail, with its recipients. */
export interface ReceivedMail extends Email {
  recipients: readonly string[];
  header: (name: string) => string | undefined;
}

/** SMTP response with which a mailbox refuses a recipient. */
export interface Refusal {
  code: number;
  message: string;
}

/** Local mail server that stores the mails it receives. */
export interface Mailbox {
  port: number;
  mails: ReceivedMail[];
  /** Refusals by recipient. */
  refusals: Map<string, Refusal>;
  close: () => Promise<void>;
}

/** Starts a real SMTP server on a free port, by default without STARTTLS. */
export async function startMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const refusals = new Map<string, Refusal>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, callback) => {
      const refusal = refusals.get(address);
      if (refusal === undefined) return callback();
      callback(Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData: (stream, { envelope }, callback) => {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      new Response(stream as never)
        .arrayBuffer()
        .then((raw) => PostalMime.parse(raw))
        .then((mail) => {
          const header = (name: string) => mail.headers.find(({ key }) => key === name.toLowerCase())?.value;
          mails.push({ ...mail, recipients, header });
          callback();
        }, callback);
    },
    ...options,
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return { port, mails, refusals, close: () => new Promise((over) => server.close(() => over())) };
}
