import {
  type SupportSettings,
  supportSchema,
  supportSettingsSchema,
} from '@mutual-transfer/domain/administration/administration';
import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '../dependencies.ts';
import { ifMatchHeader, ownerTag, refuseStale, withCurrent } from '../http/if-match.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import { writeAudit } from '../people/audit.ts';
import { lockProductSettings, readSupport, type StoredSupport, writeSupport } from '../platform/support.ts';

/** Registers the routes of the operator: who runs the product, the support address, the state portal's address. */
export function supportRoutes(app: App, { db, config, mailer, sms, now }: Dependencies): void {
  app.get(
    '/api/support',
    {
      config: { policy: 'open' },
      schema: {
        summary: 'Get who runs the product, the support address and the address of the state portal',
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
        summary: 'Set who runs the product, the support address and the address of the state portal',
        body: supportSettingsSchema,
        headers: ifMatchHeader,
        response: { 200: supportSettingsSchema },
      },
    },
    writeInTurn(async (request) => {
      await withCurrent(write(request), () => read(request));
      const { supportEmail, portalUrl, operator } = await read(request);
      return { supportEmail, portalUrl, operator };
    }),
  );

  async function read(request: FastifyRequest) {
    const support = await readSupport(db, config);
    request.ownerTag = tagOf(support);
    return { ...support, sendsPasswordLinks: mailer !== undefined, sendsPasswordCodes: sms !== undefined };
  }

  function write(request: FastifyRequest<{ Body: SupportSettings }>): Promise<void> {
    return db.transaction().execute(async (transaction) => {
      await lockProductSettings(transaction);
      refuseStale(request.headers['if-match'], tagOf(await readSupport(transaction, config)));
      await writeSupport(transaction, request.body);
      await writeAudit(transaction, request, { action: 'support.settings', details: request.body }, now());
    });
  }
}

function tagOf({ supportEmail, portalUrl, operator }: StoredSupport): string {
  return ownerTag([supportEmail, portalUrl, JSON.stringify(operator)]);
}
