import type { Kysely, Transaction } from 'kysely';
import type { Config } from './config.ts';
import type { Database } from './database/tables.ts';

/** Address that is shown if none is configured. Production refuses to start without one. */
const UNCONFIGURED = 'support@localhost.localdomain';

/** Returns the email address for complaints and forgotten passwords: the one saved in the Admin Panel, otherwise the configured one. */
export async function readSupportEmail(
  db: Kysely<Database>,
  config: Pick<Config, 'supportEmail'>,
): Promise<string> {
  const row = await db.selectFrom('product_settings').select('support_email').executeTakeFirst();
  return row?.support_email ?? config.supportEmail ?? UNCONFIGURED;
}

/** Returns the URL of the state portal, or `null` if none is saved. */
export async function readPortalUrl(db: Kysely<Database>): Promise<string | null> {
  const row = await db.selectFrom('product_settings').select('portal_url').executeTakeFirst();
  return row?.portal_url ?? null;
}

/** Locks the row of the product settings until the end of the transaction. */
export async function lockProductSettings(transaction: Transaction<Database>): Promise<void> {
  await transaction.selectFrom('product_settings').select('support_email').forUpdate().execute();
}

/** Stores the email address for complaints and forgotten passwords, and the URL of the state portal unless it is `undefined`. */
export async function writeSupport(
  db: Kysely<Database>,
  { supportEmail, portalUrl }: { supportEmail: string; portalUrl?: string | null | undefined },
): Promise<void> {
  const portal = portalUrl === undefined ? {} : { portal_url: portalUrl };
  await db
    .updateTable('product_settings')
    .set({ support_email: supportEmail, ...portal })
    .execute();
}
