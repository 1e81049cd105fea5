import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from './schema.ts';

/** Shown only where no address is configured, which production refuses to start without. */
const UNCONFIGURED = 'support@localhost.localdomain';

/** Where teachers write who forgot their password or complain: the Admin Panel's address, else the configured one. */
export async function readSupportEmail(
  db: Kysely<Database>,
  config: Pick<Config, 'supportEmail'>,
): Promise<string> {
  const row = await db.selectFrom('product_settings').select('support_email').executeTakeFirst();
  return row?.support_email ?? config.supportEmail ?? UNCONFIGURED;
}
