import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import { isFeeCharged } from '@mutual-transfer/domain/payments/access';
import {
  checkoutResultSchema,
  newPaymentOrderSchema,
  type PaymentSettings,
  paymentOrderSchema,
  paymentReceiptSchema,
  paymentSettingsChangeSchema,
  paymentSettingsSchema,
  paymentStatusSchema,
  sandboxPaymentSchema,
} from '@mutual-transfer/domain/payments/payment';
import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '../dependencies.ts';
import { say } from '../http/answers.ts';
import { ifMatchHeader, refuseStale, withCurrent } from '../http/if-match.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import { headerOf, isSigned, webhookRoute } from '../http/webhooks.ts';
import { writeAudit } from '../people/audit.ts';
import { AppError } from '../platform/errors.ts';
import { updateOrder } from './apply-payment.ts';
import {
  feeTag,
  lockPaymentSettings,
  openOrder,
  readPaymentSettings,
  readPaymentStatus,
  readReceipt,
} from './orders.ts';
import { isCheckoutSigned, type PaymentProvider } from './providers/provider.ts';

import { refundRoutes } from './refunds.routes.ts';
import { unexplainedRoutes } from './unexplained.routes.ts';

import { processEvent, storeEvent, webhookEvent, webhookHeaders } from './webhook-events.ts';

export function paymentRoutes(app: App, dependencies: Dependencies): void {
  settingsRoutes(app, dependencies);
  statusRoutes(app, dependencies);
  checkoutRoutes(app, dependencies);
  eventRoute(app, dependencies);
  refundRoutes(app, dependencies);
  unexplainedRoutes(app, dependencies);
  if (dependencies.provider?.pay) sandboxRoute(app, dependencies, dependencies.provider.pay);
}

function settingsRoutes(app: App, { db, now, provider }: Dependencies): void {
  app.get(
    '/api/payment/settings',
    // Visitors see the price before they register.
    {
      config: { policy: 'open', isShared: true },
      schema: { summary: 'Get the fee', response: { 200: paymentSettingsSchema } },
    },
    inTurn((request) => read(request)),
  );

  app.put(
    '/api/payment/settings',
    {
      config: { policy: 'state' },
      schema: {
        summary: 'Set the fee',
        body: paymentSettingsChangeSchema,
        headers: ifMatchHeader,
        response: { 200: paymentSettingsSchema },
      },
    },
    writeInTurn(async (request) => {
      if (isFeeCharged(request.body) && provider === undefined) throw new AppError('no_payment_provider');
      await withCurrent(write(request), () => read(request));
      return read(request);
    }),
  );

  async function read(request: FastifyRequest) {
    const settings = await readPaymentSettings(db);
    request.ownerTag = feeTag(settings);
    return settings;
  }

  function write(request: FastifyRequest<{ Body: PaymentSettings }>): Promise<void> {
    const { isPaymentRequired, paymentAmount } = request.body;
    return db.transaction().execute(async (transaction) => {
      await lockPaymentSettings(transaction);
      refuseStale(request.headers['if-match'], feeTag(await readPaymentSettings(transaction)));
      await transaction
        .updateTable('payment_settings')
        .set({ is_payment_required: isPaymentRequired, payment_amount: paymentAmount })
        .execute();
      await writeAudit(transaction, request, { action: 'payment.settings', details: request.body }, now());
    });
  }
}

function statusRoutes(app: App, { db }: Dependencies): void {
  app.get(
    '/api/payment/status',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Get whether the caller must pay, and has paid',
        response: { 200: paymentStatusSchema },
      },
    },
    inTurn((request) => readPaymentStatus(db, signedIn(request))),
  );

  app.get(
    '/api/payment/receipt',
    {
      config: { policy: 'session' },
      schema: { summary: 'Get the receipt of the caller’s payment', response: { 200: paymentReceiptSchema } },
    },
    inTurn((request) => readReceipt(db, signedIn(request).userId)),
  );
}

function checkoutRoutes(app: App, { db, now, provider }: Dependencies): void {
  app.post(
    '/api/payment/create-order',
    {
      config: {
        policy: 'session',
        idempotency: 'provider',
      },
      schema: {
        summary: 'Create or return the caller’s payment order',
        body: newPaymentOrderSchema,
        response: { 200: paymentOrderSchema },
      },
    },
    inTurn(async (request) => {
      if (provider === undefined) throw new AppError('no_payment_provider');
      return openOrder({ db, provider, now }, signedIn(request).userId, request.body?.paymentAmount);
    }),
  );

  app.post(
    '/api/payment/verify',
    {
      config: {
        policy: 'session',
        idempotency: 'provider',
      },
      schema: {
        summary: 'Verify the result of the checkout',
        body: checkoutResultSchema,
        response: { 200: confirmationSchema },
      },
    },
    inTurn(async (request) => {
      if (provider === undefined) throw new AppError('no_payment_provider');
      const { razorpay_order_id: orderId, razorpay_payment_id: paymentId } = request.body;
      const order = await db
        .selectFrom('payment_orders')
        .select('id')
        .where('provider_order_id', '=', orderId)
        .where('user_id', '=', signedIn(request).userId)
        .executeTakeFirst();
      if (order === undefined) throw new AppError('not_found');
      const signed = { orderId, paymentId, signature: request.body.razorpay_signature };
      if (!isCheckoutSigned(provider, signed)) throw new AppError('payment_failed');
      const outcome = await updateOrder(db, provider, orderId, now());
      if (outcome === 'waiting') throw new AppError('payment_pending');
      if (outcome !== 'paid') throw new AppError('payment_failed');
      return { message: say(request, 'done.paid') };
    }),
  );
}

/**
 * Stores the event of a webhook, responds at once, and processes the event afterwards. The reconciler processes events that this process
 * could not.
 */
function eventRoute(app: App, { db, now, provider, background }: Dependencies): void {
  webhookRoute(app, {
    url: '/api/payment/webhook',
    summary: 'Receive a webhook of the payment provider',
    description:
      'Called by the payment provider alone: the signature over the bytes of the body proves it, and a call without it is 400 ' +
      '`payment_failed`. An event is kept, answered at once and processed after; an event that comes again changes nothing.',
    described: { body: webhookEvent, headers: webhookHeaders },
    refuseForged: (request) => {
      if (!isSigned(request, 'x-razorpay-signature', provider?.webhookSecret))
        throw new AppError('payment_failed');
    },
    receive: async (request) => {
      if (provider === undefined) return;
      const named = headerOf(request, 'x-razorpay-event-id').slice(0, 200) || undefined;
      const event = { id: named, provider, body: request.body.toString('utf8') };
      const id = await storeEvent(db, event, now());
      if (id !== undefined) background(() => processEvent(db, provider, id, now()));
    },
  });
}

/** Registers the checkout of the sandbox. It pays an order or fails, and sends the webhook that the provider would send. */
function sandboxRoute(
  app: App,
  { db, background }: Dependencies,
  pay: NonNullable<PaymentProvider['pay']>,
): void {
  app.post(
    '/api/payment/sandbox/pay',
    {
      config: { policy: 'session', idempotency: 'provider' },
      schema: {
        summary: 'Pay an order at the sandbox',
        body: sandboxPaymentSchema,
        response: { 200: checkoutResultSchema },
      },
    },
    inTurn(async (request) => {
      const order = await db
        .selectFrom('payment_orders')
        .select(['provider_order_id', 'amount_paise', 'currency'])
        .where('provider_order_id', '=', request.body.orderId)
        .where('user_id', '=', signedIn(request).userId)
        .executeTakeFirst();
      if (!order?.provider_order_id) throw new AppError('not_found');
      const { checkout, webhook } = await pay(
        { id: order.provider_order_id, amount: order.amount_paise, currency: order.currency },
        request.body.outcome,
      );
      background(async () => {
        await app.inject({
          method: 'POST',
          url: '/api/payment/webhook',
          payload: webhook.body,
          headers: {
            'content-type': 'application/json',
            'x-razorpay-signature': webhook.signature,
            'x-razorpay-event-id': webhook.id,
          },
        });
      });
      if (request.body.outcome === 'failure') throw new AppError('payment_failed');
      return checkout;
    }),
  );
}
