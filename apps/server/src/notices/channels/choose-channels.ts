import type { Kysely } from 'kysely';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database/tables.ts';
import { readSupport } from '../../platform/support.ts';
import { type Channel, createTextMessages, type NoticeTexts } from './channel.ts';
import { createEmail } from './email.ts';
import type { Mailer } from './mailer.ts';
import { createPush } from './push.ts';

/** Returns the configured channels. */
export function chooseChannels(
  db: Kysely<Database>,
  config: Pick<Config, 'push' | 'supportEmail' | 'operator'>,
  { mailer, texts }: { mailer: Mailer | undefined; texts: NoticeTexts | undefined },
): Channel[] {
  const { push } = config;
  const readOperator = async () => (await readSupport(db, config)).operator;
  return [
    ...(mailer === undefined ? [] : [createEmail(mailer, readOperator)]),
    ...(push === undefined ? [] : [createPush(db, push)]),
    ...(texts === undefined ? [] : [createTextMessages(texts)]),
  ];
}
