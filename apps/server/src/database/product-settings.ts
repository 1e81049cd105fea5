import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from './schema.ts';

/** Shown if no address is configured. Production refuses to start without one. */
const UNCONFIGURED = 'support@localhost.localdomain';

/** Returns the address for complaints and forgotten passwords: the Admin Panel's, else the configured one. */
export async function readSupportEmail(
  db: Kysely<Database>,
  config: Pick<Config, 'supportEmail'>,
): Promise<string> {
  const row = await db.selectFrom('product_settings').select('support_email').executeTakeFirst();
  return row?.support_email ?? config.supportEmail ?? UNCONFIGURED;
}

/** Stores the address for complaints and forgotten passwords. */
export async function writeSupportEmail(db: Kysely<Database>, supportEmail: string | null): Promise<void> {
  await db.updateTable('product_settings').set({ support_email: supportEmail }).execute();
}

/** Stores the version of the words that all open requests have. */
export async function noteSearchWordsVersion(db: Kysely<Database>, version: number): Promise<void> {
  await db.updateTable('product_settings').set({ search_words_version: version }).execute();
}
