import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type Agent, request as startRequest } from 'node:https';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { Kysely } from 'kysely';
import webPush from 'web-push';
import type { Database } from '../../platform/database/tables.ts';
import type { PushKeys } from '../../platform/message-settings.ts';
import { type Channel, type Dispatch, RefusedDispatch } from './channel.ts';
import { type Device, devicesOf } from './push-devices.ts';

/** Time limit of a call in milliseconds, from the first byte sent to the last one read. */
const DEADLINE_MS = 10_000;
/** Maximum number of bytes read of an answer, of which only the status matters. */
const LONGEST_ANSWER = 10_000;
const TIME_TO_LIVE_SECONDS = 3 * 24 * 60 * 60;
const GONE = [404, 410];

/** The push service refused a message. */
class PushRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The push service answered ${status}`);
    this.status = status;
  }
}

/** Payload for the service worker. Contains only the newest notice. */
export interface PushPayload {
  title: string;
  body: string;
  link: string;
}

/**
 * Creates the push channel. It encrypts for each subscribed browser (RFC 8291), signs with the server's key (VAPID, RFC 8292), and deletes
 * subscriptions that ended. A message counts as accepted if at least one browser accepted it.
 */
export function createPush(
  db: Kysely<Database>,
  { subject, publicKey, privateKey }: PushKeys,
  { agent, deadlineMs = DEADLINE_MS }: { agent?: Agent; deadlineMs?: number } = {},
): Channel {
  const options = { vapidDetails: { subject, publicKey, privateKey }, TTL: TIME_TO_LIVE_SECONDS };

  /**
   * Encrypts the payload and posts it. Not by the library's `sendNotification`, whose timeout restarts with each byte, and which keeps the
   * whole answer.
   */
  async function post({ endpoint, p256dh, auth }: Device, payload: string): Promise<void> {
    const subscription = { endpoint, keys: { p256dh, auth } };
    const { method, headers, body } = webPush.generateRequestDetails(subscription, payload, options);
    const signal = AbortSignal.timeout(deadlineMs);
    const call = startRequest(endpoint, { method, headers, signal, ...(agent && { agent }) });
    call.end(body);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    let length = 0;
    for await (const part of answer) {
      length += (part as Buffer).length;
      // Leaving the loop closes the connection.
      if (length > LONGEST_ANSWER) break;
    }
    const { statusCode: status = 0 } = answer;
    if (status < 200 || status > 299) throw new PushRefusal(status);
  }

  /** Returns the error, or `undefined` if the push service accepted the message. */
  async function sendTo(device: Device, payload: string): Promise<Error | undefined> {
    const failure = await post(device, payload).then(() => undefined, asError);
    if (isGone(failure))
      await db.deleteFrom('push_devices').where('endpoint', '=', device.endpoint).execute();
    return failure;
  }

  return {
    name: 'push',
    send: async (dispatch) => {
      const devices = await devicesOf(db, dispatch.recipient.userId);
      const payload = JSON.stringify(payloadOf(dispatch));
      const results = await Promise.all(devices.map((device) => sendTo(device, payload)));
      if (results.includes(undefined)) return;
      const passing = results.find((failure) => !isGone(failure));
      throw passing ?? new RefusedDispatch('No browser takes notices any more');
    },
    close: () => {},
  };
}

function payloadOf({ notices, language }: Dispatch): PushPayload {
  const newest = notices.at(-1);
  return {
    title: messagesIn(language)('notice.product'),
    body: newest?.text ?? '',
    link: newest?.link ?? '/',
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function isGone(error: Error | undefined): boolean {
  return error instanceof PushRefusal && GONE.includes(error.status);
}
