import {
  paymentSettlementSchema,
  settledPaymentSchema,
  unexplainedPaymentListSchema,
  unexplainedPaymentQuerySchema,
} from '@mutual-transfer/domain/payments/unexplained-payment';
import type { App, Dependencies } from '../dependencies.ts';
import { byId } from '../http/by-id.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn } from '../http/turns.ts';
import { writeAudit } from '../people/audit.ts';
import { AppError } from '../platform/errors.ts';
import { refundUnexplained } from './reconcile.ts';
import { checkWithProvider, findUnexplained, readSettled, settle } from './unexplained.ts';

const config = { policy: 'state' } as const;

/** Registers the list of captured payments that the books do not explain, and the decisions about them. */
export function unexplainedRoutes(app: App, { db, now, provider }: Dependencies): void {
  app.get(
    '/api/admin/payments/unexplained',
    {
      config,
      schema: {
        summary: 'Captured payments that the books do not explain, oldest first',
        querystring: unexplainedPaymentQuerySchema,
        response: { 200: unexplainedPaymentListSchema },
      },
    },
    inTurn((request) => findUnexplained(db, signedIn(request), request.query)),
  );

  app.post(
    '/api/admin/payments/:id/settlement',
    {
      config: { ...config, idempotency: 'provider' },
      schema: {
        summary:
          'Refund such a payment, link it to a teacher, or settle it outside the product, with a reason',
        description:
          'A second decision is 409 `conflict`, also while a refund is in progress, and so is the link of a payment that was paid back.',
        params: byId,
        body: paymentSettlementSchema,
        response: { 200: settledPaymentSchema },
      },
    },
    inTurn(async (request) => {
      const { id } = request.params;
      const decision = request.body;
      if (decision.how !== 'outside' && provider === undefined) throw new AppError('no_payment_provider');
      if (decision.how === 'linked' && provider !== undefined) await checkWithProvider(db, provider, id);
      await db.transaction().execute(async (transaction) => {
        const settled = { id, by: signedIn(request).userId, decision, provider };
        const subjectId = (await settle(transaction, settled, now())) ?? undefined;
        const details = { payment: id, how: decision.how, reason: decision.reason };
        await writeAudit(transaction, request, { action: 'payment.settle', subjectId, details }, now());
      });
      // A refund that the provider does not answer stays requested, and the reconciler repeats it.
      if (decision.how === 'refunded' && provider !== undefined)
        await refundUnexplained(db, provider, id, now()).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
      return readSettled(db, id);
    }),
  );
}
