import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { MessageSettings } from '../../platform/message-settings.ts';
import { type Channel, createTextMessages, type SendText } from './channel.ts';
import { createEmail } from './email.ts';
import type { Mailer } from './mailer.ts';
import { createPush } from './push.ts';

/** Returns the configured channels. */
export function chooseChannels(
  db: Kysely<Database>,
  { push }: MessageSettings,
  { mailer, sendText }: { mailer: Mailer | undefined; sendText: SendText | undefined },
): Channel[] {
  return [
    ...(mailer === undefined ? [] : [createEmail(mailer)]),
    ...(push === undefined ? [] : [createPush(db, push)]),
    ...(sendText === undefined ? [] : [createTextMessages(sendText)]),
  ];
}
