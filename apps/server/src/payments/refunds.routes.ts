import {
  askedRefundSchema,
  newRefundSchema,
  refundRuleChangeSchema,
  refundRuleSchema,
} from '@mutual-transfer/domain/payments/payment';
import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '../dependencies.ts';
import { byId } from '../http/by-id.ts';
import { ifMatchHeader, ownerTag, refuseStale, withCurrent } from '../http/if-match.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import { writeAudit } from '../people/audit.ts';
import { AppError } from '../platform/errors.ts';
import { lockPaymentSettings } from './orders.ts';
import { askRefund, carryOutRefund, readRefundRule, readRefundState, setRefundRule } from './refunds.ts';

const config = { policy: 'state' } as const;

/** Registers the routes for refunds of a teacher's fee by an administrator, and for the refund rule. */
export function refundRoutes(app: App, dependencies: Dependencies): void {
  ruleRoutes(app, dependencies);
  const { db, now, provider } = dependencies;
  app.post(
    '/api/admin/payments/:id/refund',
    {
      config: {
        ...config,
        idempotency: 'provider',
      },
      schema: {
        summary: 'Refund a payment, with a reason',
        description:
          'The whole sum goes back, once however often it is asked. The refund stays `asked` where the provider does not answer ' +
          'at once, and `failed` where it refuses.',
        params: byId,
        body: newRefundSchema,
        response: { 200: askedRefundSchema },
      },
    },
    inTurn(async (request) => {
      if (provider === undefined) throw new AppError('no_payment_provider');
      const { id: orderId } = request.params;
      const { id } = await db.transaction().execute(async (transaction) => {
        const asked = { orderId, origin: 'administrator' } as const;
        const { refund, isNew, userId } = await askRefund(transaction, asked, now());
        if (isNew) {
          const details = { refund: refund.id, agreement: refund.agreement_id, reason: request.body.reason };
          const entry = { action: 'payment.refund', subjectId: userId ?? undefined, details } as const;
          await writeAudit(transaction, request, entry, now());
        }
        return refund;
      });
      await carryOutRefund(db, provider, id, now()).catch(deferRefund);
      return readRefundState(db, id);
    }),
  );
}

/** Ignores an `AppError`: the refund stays requested, and the reconciler retries it. Rethrows other errors. */
function deferRefund(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

function ruleRoutes(app: App, { db, now }: Dependencies): void {
  app.get(
    '/api/admin/refund-rule',
    {
      config,
      schema: {
        summary: 'Get whether broken agreements are refunded automatically',
        response: { 200: refundRuleSchema },
      },
    },
    inTurn((request) => read(request)),
  );

  app.put(
    '/api/admin/refund-rule',
    {
      config,
      schema: {
        summary: 'Switch automatic refunds of broken agreements on or off',
        description:
          'A teacher who paid is refunded, once, a week after another member left their agreement before the papers, where they are in ' +
          'no agreement by then. A second agreement that the same teacher left, and those left before the rule was switched on, are not.',
        body: refundRuleChangeSchema,
        headers: ifMatchHeader,
        response: { 200: refundRuleSchema },
      },
    },
    writeInTurn(async (request) => {
      await withCurrent(write(request), () => read(request));
      return read(request);
    }),
  );

  async function read(request: FastifyRequest) {
    const rule = await readRefundRule(db);
    request.ownerTag = ownerTag([rule]);
    return rule;
  }

  function write(request: FastifyRequest<{ Body: { isOn: boolean } }>): Promise<void> {
    return db.transaction().execute(async (transaction) => {
      await lockPaymentSettings(transaction);
      refuseStale(request.headers['if-match'], ownerTag([await readRefundRule(transaction)]));
      await setRefundRule(transaction, request.body.isOn, now());
      await writeAudit(transaction, request, { action: 'payment.refundRule', details: request.body }, now());
    });
  }
}
