import { isFeeCharged } from '@mutual-transfer/domain/payments/access';
import type { Kysely } from 'kysely';
import type { Config } from '../platform/config.ts';
import { StartupError } from '../platform/database/startup-error.ts';
import type { Database } from '../platform/database/tables.ts';
import { readPaymentSettings } from './orders.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { createRazorpay } from './providers/razorpay.ts';
import { createSandbox } from './providers/sandbox.ts';

const TIMEOUT_MS = 8_000;

/**
 * Returns Razorpay if its keys are configured, otherwise the sandbox. Production has no sandbox, so it may have no provider.
 *
 * @throws {StartupError} in production if payment is required and no keys are configured.
 */
export async function chooseProvider(
  config: Config,
  db: Kysely<Database>,
  secret: string,
): Promise<PaymentProvider | undefined> {
  if (config.razorpay) return createRazorpay({ ...config.razorpay, timeout: TIMEOUT_MS });
  if (config.mode !== 'production') return createSandbox(db, secret);
  if (isFeeCharged(await readPaymentSettings(db))) {
    throw new StartupError(
      'Payment is required, but RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET are not set.',
    );
  }
  return undefined;
}
