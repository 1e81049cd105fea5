import { support, supportSettings } from '@mutual-transfer/domain/administration/administration';
import { writeAudit } from '../accounts/audit.ts';
import type { AccountDependencies } from '../accounts/dependencies.ts';
import { readSupportEmail, writeSupportEmail } from '../database/product-settings.ts';
import type { App } from '../http/dependencies.ts';

/** Routes of the contact address for forgotten passwords and complaints. */
export function supportRoutes(app: App, { db, config, mailer, sms, now }: AccountDependencies): void {
  app.get(
    '/api/support',
    {
      config: { policy: 'open' },
      schema: {
        summary: 'Where to write about passwords and complaints',
        response: { 200: support },
      },
    },
    async () => ({
      supportEmail: await readSupportEmail(db, config),
      sendsPasswordLinks: mailer !== undefined,
      sendsPasswordCodes: sms !== undefined,
    }),
  );

  app.put(
    '/api/admin/support',
    {
      config: { policy: 'admin' },
      schema: {
        summary: 'Set the address for passwords and complaints',
        body: supportSettings,
        response: { 200: supportSettings },
      },
    },
    async (request) => {
      const { supportEmail } = request.body;
      await db.transaction().execute(async (transaction) => {
        await writeSupportEmail(transaction, supportEmail);
        await writeAudit(transaction, request, { action: 'support.settings', details: request.body }, now());
      });
      return { supportEmail };
    },
  );
}
