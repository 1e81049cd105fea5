import type { SupportSettings } from '@mutual-transfer/domain/administration/administration';
import type { Operator } from '@mutual-transfer/domain/administration/operator';
import type { Kysely, Transaction } from 'kysely';
import type { Config } from './config.ts';
import type { Database } from './database/tables.ts';

/** Address that is shown if none is configured. Production refuses to start without one. */
const UNCONFIGURED = 'support@localhost.localdomain';

/** Names of a server that is not in production. */
const unnamed: Operator = {
  kind: 'founder',
  name: 'A test server',
  address: 'Patna',
  phone: '',
  grievanceOfficer: 'A test server',
  gstin: '',
};

export interface StoredSupport {
  /** Email address for complaints and forgotten passwords. */
  supportEmail: string;
  /** Address of the state portal; null if none is saved. */
  portalUrl: string | null;
  operator: Operator;
}

type SupportConfig = Pick<Config, 'supportEmail' | 'operator'>;

/** Returns who runs the product as the environment says, for pages that the database does not answer. */
export function configuredSupport({ supportEmail, operator }: SupportConfig): StoredSupport {
  return {
    supportEmail: supportEmail ?? UNCONFIGURED,
    portalUrl: null,
    operator: { ...unnamed, ...operator },
  };
}

/** Returns who runs the product and how to reach them: as saved in the Admin Panel, otherwise as configured. */
export async function readSupport(db: Kysely<Database>, config: SupportConfig): Promise<StoredSupport> {
  const row = await db
    .selectFrom('product_settings')
    .select(['support_email', 'portal_url', 'operator'])
    .executeTakeFirst();
  const configured = configuredSupport(config);
  return {
    supportEmail: row?.support_email ?? configured.supportEmail,
    portalUrl: row?.portal_url ?? null,
    operator: { ...configured.operator, ...row?.operator },
  };
}

/** Locks the row of the product settings until the end of the transaction. */
export async function lockProductSettings(transaction: Transaction<Database>): Promise<void> {
  await transaction.selectFrom('product_settings').select('support_email').forUpdate().execute();
}

/** Stores what the Admin Panel says of the operator; an absent value is unchanged. */
export async function writeSupport(
  db: Kysely<Database>,
  { supportEmail, portalUrl, operator }: SupportSettings,
): Promise<void> {
  await db
    .updateTable('product_settings')
    .set({
      support_email: supportEmail,
      ...(portalUrl === undefined ? {} : { portal_url: portalUrl }),
      ...(operator === undefined ? {} : { operator: JSON.stringify(operator) }),
    })
    .execute();
}
