import { z } from 'zod';
import { namedPersonSchema } from '../accounts/user.ts';
import { ADMIN_REASON_MAXIMUM_LENGTH } from '../constants.ts';
import { line } from '../language/text.ts';
import { listPageSchema, wholeListQuerySchema } from '../query-parameters.ts';

/**
 * Why a captured payment waits for an administrator. `second`: another payment settled its order. `amount`: it has not the amount of its
 * order. `unknown`: it belongs to no order of the product. `again`: it settled an order of a teacher who had paid another. `no_account`: it
 * settled an order of an erased account.
 */
export const unexplainedReasons = ['second', 'amount', 'unknown', 'again', 'no_account'] as const;
export type UnexplainedReason = (typeof unexplainedReasons)[number];

/** What settles such a payment: paid back, booked for a teacher, or dealt with outside the product. */
export const settlements = ['refunded', 'linked', 'outside'] as const;
export type Settlement = (typeof settlements)[number];

export const openRefundStates = ['asked', 'pending', 'failed'] as const;
export type OpenRefundState = (typeof openRefundStates)[number];

const unexplainedPayment = z
  .strictObject({
    _id: z.uuid(),
    reason: z.enum(unexplainedReasons),
    amount: z.number().describe('In units of the currency'),
    currency: z.string(),
    paymentId: z.string().describe('Id at the payment provider'),
    orderId: z.string().nullable(),
    teacher: namedPersonSchema.nullable().describe('Teacher of the order'),
    foundAt: z.string(),
    refund: z.enum(openRefundStates).nullable().describe('State of a refund that is not paid back yet'),
    failure: z.string().nullable().describe('The provider’s own text if it refused the refund'),
    settled: z.enum(settlements).nullable(),
    note: z.string().nullable(),
    settledAt: z.string().nullable(),
  })
  .meta({ id: 'UnexplainedPayment' });

export type UnexplainedPayment = z.infer<typeof unexplainedPayment>;

/** Query of `GET /admin/payments/unexplained`. */
export const unexplainedPaymentQuerySchema = wholeListQuerySchema.extend({
  state: z.enum(['open', 'settled']).default('open').describe('Only payments in this state'),
});

export type UnexplainedPaymentQuery = z.output<typeof unexplainedPaymentQuerySchema>;

/** `GET /admin/payments/unexplained`. */
export const unexplainedPaymentListSchema = listPageSchema({
  payments: z.array(unexplainedPayment),
}).meta({ id: 'UnexplainedPaymentList' });

export type UnexplainedPaymentList = z.infer<typeof unexplainedPaymentListSchema>;

/** `POST /admin/payments/{id}/settlement`. The reason is recorded in the audit log. */
export const paymentSettlementSchema = z
  .strictObject({
    how: z.enum(settlements, { error: 'field.required' }),
    teacher: z
      .string()
      .trim()
      .max(120)
      .optional()
      .describe('Phone number or email of the teacher, to link it'),
    reason: line(1, ADMIN_REASON_MAXIMUM_LENGTH),
  })
  .meta({ id: 'PaymentSettlement' });

export type PaymentSettlement = z.infer<typeof paymentSettlementSchema>;

/** Result of a settlement. A refund may still be in progress. */
export const settledPaymentSchema = z
  .strictObject({
    refund: z.enum(openRefundStates).nullable(),
    failure: z.string().nullable(),
    settled: z.enum(settlements).nullable(),
  })
  .meta({ id: 'SettledPayment' });

export type SettledPayment = z.infer<typeof settledPaymentSchema>;
