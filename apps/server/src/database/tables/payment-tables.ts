import type { RefundOrigin, RefundState } from '@mutual-transfer/domain/payments/payment';
import type { ColumnType, Generated } from 'kysely';

/** Tables of the fee: settings, orders, refunds, the provider's events, and the data of the sandbox. */
export interface PaymentTables {
  payment_settings: PaymentSettingsTable;
  payment_orders: PaymentOrdersTable;
  payment_refunds: PaymentRefundsTable;
  payment_events: PaymentEventsTable;
  sandbox_payments: SandboxPaymentsTable;
}

interface PaymentSettingsTable {
  id: Generated<boolean>;
  is_payment_required: Generated<boolean>;
  payment_amount: Generated<number>;
  refunds_since: Date | null;
}

interface PaymentOrdersTable {
  id: string;
  user_id: string | null;
  provider: string;
  provider_order_id: string | null;
  amount_paise: number;
  currency: Generated<string>;
  status: Generated<'created' | 'failed' | 'paid' | 'refunded'>;
  payment_id: string | null;
  created_at: Date;
  checked_at: Date | null;
  settled_at: Date | null;
  /** Set when the payment is captured. `pg` returns a `bigint` as text. */
  receipt_number: ColumnType<string | null, never, unknown>;
}

interface PaymentRefundsTable {
  id: string;
  order_id: string;
  amount_paise: number;
  origin: RefundOrigin;
  agreement_id: string | null;
  state: Generated<RefundState>;
  provider_refund_id: string | null;
  failure: string | null;
  asked_at: Date;
  checked_at: Date | null;
  settled_at: Date | null;
}

interface PaymentEventsTable {
  id: string;
  provider: string;
  body: string;
  received_at: Date;
  checked_at: Date | null;
  processed_at: Date | null;
  outcome: string | null;
}

interface SandboxPaymentsTable {
  id: string;
  order_id: string;
  amount: number;
  currency: string;
  status: 'authorized' | 'captured' | 'failed' | 'refunded';
  refund_receipt: string | null;
  created_at: Generated<Date>;
}
