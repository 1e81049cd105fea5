import type { Agent } from 'node:https';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import type { Kysely } from 'kysely';
import webPush, { WebPushError } from 'web-push';
import type { Database } from '../../platform/database/tables.ts';
import type { PushKeys } from '../../platform/message-settings.ts';
import { type Channel, type Dispatch, RefusedDispatch } from './channel.ts';
import { type Device, devicesOf } from './push-devices.ts';

const TIMEOUT_MS = 10_000;
const TIME_TO_LIVE_SECONDS = 3 * 24 * 60 * 60;
const GONE = [404, 410];

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
  agent?: Agent,
): Channel {
  const options = {
    ...(agent === undefined ? {} : { agent }),
    vapidDetails: { subject, publicKey, privateKey },
    TTL: TIME_TO_LIVE_SECONDS,
    timeout: TIMEOUT_MS,
  };
  /** Returns the error, or `undefined` if the push service accepted the message. */
  async function sendTo({ endpoint, p256dh, auth }: Device, payload: string): Promise<Error | undefined> {
    const failure = await webPush
      .sendNotification({ endpoint, keys: { p256dh, auth } }, payload, options)
      .then(() => undefined, asError);
    if (isGone(failure)) await db.deleteFrom('push_devices').where('endpoint', '=', endpoint).execute();
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
  return error instanceof WebPushError && GONE.includes(error.statusCode);
}
