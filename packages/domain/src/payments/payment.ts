import { z } from 'zod';
import { ADMIN_REASON_MAXIMUM_LENGTH } from '../constants.ts';
import { isStorable, line } from '../language/text.ts';

/** `GET /payment/settings`. Amounts are whole rupees. */
export const paymentSettingsSchema = z
  .strictObject({ isPaymentRequired: z.boolean(), paymentAmount: z.int() })
  .meta({ id: 'PaymentSettings' });

export type PaymentSettings = z.infer<typeof paymentSettingsSchema>;

/** In rupees. */
export const PAYMENT_AMOUNT_MAXIMUM = 100_000;

/** `PUT /payment/settings`. */
export const paymentSettingsChangeSchema = z
  .strictObject({
    isPaymentRequired: z.boolean({ error: 'field.invalid' }),
    paymentAmount: z
      .int({ error: 'amount.invalid' })
      .min(0, { error: 'amount.invalid' })
      .max(PAYMENT_AMOUNT_MAXIMUM, { error: 'amount.invalid' }),
  })
  .meta({ id: 'PaymentSettingsChange' });

/** States of a refund: not answered by the provider yet, accepted, paid back, refused. */
export const refundStates = ['asked', 'pending', 'processed', 'failed'] as const;

export type RefundState = (typeof refundStates)[number];

/**
 * Origins of a refund: an administrator, the rule about broken agreements, or the provider itself, such as a refund
 * in its dashboard.
 */
export const refundOrigins = ['administrator', 'rule', 'provider'] as const;

export type RefundOrigin = (typeof refundOrigins)[number];

/** Refund of the caller's own payment. It is paid back when the provider reports so. */
export const ownRefundSchema = z
  .strictObject({
    amount: z.number().describe('Rupees'),
    askedAt: z.string(),
    paidBackAt: z.string().nullable(),
  })
  .meta({ id: 'OwnRefund' });

export type OwnRefund = z.infer<typeof ownRefundSchema>;

/** `POST /admin/payments/{id}/refund`: the reason is recorded in the audit log. */
export const newRefundSchema = z
  .strictObject({ reason: line(1, ADMIN_REASON_MAXIMUM_LENGTH) })
  .meta({ id: 'NewRefund' });

/** Result of requesting a refund. `failure` is the provider's own text. */
export const askedRefundSchema = z
  .strictObject({ state: z.enum(refundStates), failure: z.string().nullable() })
  .meta({ id: 'AskedRefund' });

export type AskedRefund = z.infer<typeof askedRefundSchema>;

/**
 * `GET /admin/refund-rule`: whether agreements that break before their papers are submitted are refunded automatically, and since which
 * date.
 */
export const refundRuleSchema = z
  .strictObject({ isOn: z.boolean(), since: z.string().nullable() })
  .meta({ id: 'RefundRule' });

export type RefundRule = z.infer<typeof refundRuleSchema>;

/** `PUT /admin/refund-rule`. */
export const refundRuleChangeSchema = z
  .strictObject({ isOn: z.boolean({ error: 'field.invalid' }) })
  .meta({ id: 'RefundRuleChange' });

/** `GET /payment/status` of the caller. Administrators never pay, and an amount of 0 requires no payment. */
export const paymentStatusSchema = z
  .strictObject({ isPaymentRequired: z.boolean(), isPaid: z.boolean(), refund: ownRefundSchema.optional() })
  .meta({ id: 'PaymentStatus' });

export type PaymentStatus = z.infer<typeof paymentStatusSchema>;

/** `POST /payment/create-order`: the price that was shown to the payer. */
export const newPaymentOrderSchema = z
  .strictObject({
    paymentAmount: z
      .int({ error: 'amount.invalid' })
      .optional()
      .describe('Rupees; the call answers 409 `price_changed` if the fee has changed'),
  })
  .nullish();

/** Response of `POST /payment/create-order`: options of the checkout widget. The amount is in paise. */
export const paymentOrderSchema = z
  .strictObject({
    orderId: z.string(),
    amount: z.int(),
    currency: z.literal('INR'),
    key: z.string(),
    provider: z.enum(['razorpay', 'sandbox']),
  })
  .meta({ id: 'PaymentOrder' });

export type PaymentOrder = z.infer<typeof paymentOrderSchema>;

/** `GET /payment/receipt`: the receipt of the payment that gave access, to view and to print. */
export const paymentReceiptSchema = z
  .strictObject({
    number: z.string(),
    paidAt: z.string(),
    amount: z.number().describe('Rupees'),
    currency: z.literal('INR'),
    orderId: z.string(),
    paymentId: z.string(),
    payer: z.string(),
    payee: z.string(),
    refund: ownRefundSchema.optional(),
  })
  .meta({ id: 'PaymentReceipt' });

export type PaymentReceipt = z.infer<typeof paymentReceiptSchema>;

/** Schema of an id that the provider assigned. */
function providersName(maximum: number) {
  return z
    .string({ error: 'field.required' })
    .min(1)
    .max(maximum)
    .refine(isStorable, { error: 'text.characters' });
}

/** `POST /payment/verify`: result of the checkout widget after a payment. */
export const checkoutResultSchema = z
  .strictObject({
    razorpay_order_id: providersName(100),
    razorpay_payment_id: providersName(100),
    razorpay_signature: providersName(200),
  })
  .meta({ id: 'CheckoutResult' });

export type CheckoutResult = z.infer<typeof checkoutResultSchema>;

/** `POST /payment/sandbox/pay`: request of the sandbox's own checkout page. */
export const sandboxPaymentSchema = z
  .strictObject({ orderId: providersName(100), outcome: z.enum(['success', 'failure']) })
  .meta({ id: 'SandboxPayment' });
