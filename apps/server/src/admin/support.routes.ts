import {
  type SupportSettings,
  supportSchema,
  supportSettingsSchema,
} from '@mutual-transfer/domain/administration/administration';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { App, Dependencies } from '../dependencies.ts';
import { ifMatchHeader, ownerTag, refuseStale, withCurrent } from '../http/if-match.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import { writeAudit } from '../people/audit.ts';
import type { Database } from '../platform/database/tables.ts';
import { lockProductSettings, readPortalUrl, readSupportEmail, writeSupport } from '../platform/support.ts';

/** Registers the routes of the support address and of the state portal's address. */
export function supportRoutes(app: App, { db, config, mailer, sms, now }: Dependencies): void {
  app.get(
    '/api/support',
    {
      config: { policy: 'open' },
      schema: {
        summary: 'Get the support address and the address of the state portal',
        response: { 200: supportSchema },
      },
    },
    inTurn((request) => read(request)),
  );

  app.put(
    '/api/admin/support',
    {
      config: { policy: 'state' },
      schema: {
        summary: 'Set the support address and the address of the state portal',
        body: supportSettingsSchema,
        headers: ifMatchHeader,
        response: { 200: supportSettingsSchema },
      },
    },
    writeInTurn(async (request) => {
      await withCurrent(write(request), () => read(request));
      const { supportEmail, portalUrl } = await read(request);
      return { supportEmail, portalUrl };
    }),
  );

  async function readAddresses(from: Kysely<Database>) {
    return { supportEmail: await readSupportEmail(from, config), portalUrl: await readPortalUrl(from) };
  }

  async function read(request: FastifyRequest) {
    const addresses = await readAddresses(db);
    request.ownerTag = ownerTag([addresses.supportEmail, addresses.portalUrl]);
    return { ...addresses, sendsPasswordLinks: mailer !== undefined, sendsPasswordCodes: sms !== undefined };
  }

  function write(request: FastifyRequest<{ Body: SupportSettings }>): Promise<void> {
    return db.transaction().execute(async (transaction) => {
      await lockProductSettings(transaction);
      const { supportEmail, portalUrl } = await readAddresses(transaction);
      refuseStale(request.headers['if-match'], ownerTag([supportEmail, portalUrl]));
      await writeSupport(transaction, request.body);
      await writeAudit(transaction, request, { action: 'support.settings', details: request.body }, now());
    });
  }
}
