import type { CheckoutResult, PaymentOrder } from '@mutual-transfer/domain/payments/payment';

interface Widget {
  on(event: 'payment.failed', handler: () => void): void;
  open(): void;
  close(): void;
}

declare global {
  interface Window {
    Razorpay?: new (options: object) => Widget;
  }
}

/** Options of the checkout widget. */
interface Payer {
  product: string;
  description: string;
  name: string;
  email: string;
  phone: string | null;
}

interface Checkout {
  result: Promise<CheckoutEnd>;
  close: () => void;
}

/** Result of the checkout: the payment's ids, or how it was closed without a payment. */
export type CheckoutEnd = CheckoutResult | 'declined' | 'cancelled';

const SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';
const ACCENT = '#0b6b44';

/**
 * Returns `true` if this document was loaded at the current URL. Only then may it run the provider's script: the content security policy
 * belongs to the document.
 */
export function isOpenedHere(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry === undefined || new URL(entry.name).pathname === window.location.pathname;
}

/** Opens the provider's widget. @throws {Error} if its script fails to load. */
export async function openRazorpay(order: PaymentOrder, payer: Payer): Promise<Checkout> {
  await loadScript();
  if (window.Razorpay === undefined) throw new Error('The checkout did not come');
  let resolve: (end: CheckoutEnd) => void = () => {};
  const result = new Promise<CheckoutEnd>((done) => {
    resolve = done;
  });
  // The widget lets the payer retry by itself. The result of the last attempt counts once it is closed.
  let closedAs: CheckoutEnd = 'cancelled';
  const widget = new window.Razorpay({
    key: order.key,
    amount: order.amount,
    currency: order.currency,
    order_id: order.orderId,
    name: payer.product,
    description: payer.description,
    prefill: { name: payer.name, email: payer.email, contact: payer.phone ?? '' },
    theme: { color: ACCENT },
    handler: (paid: CheckoutResult) =>
      resolve({
        razorpay_order_id: paid.razorpay_order_id,
        razorpay_payment_id: paid.razorpay_payment_id,
        razorpay_signature: paid.razorpay_signature,
      }),
    modal: { ondismiss: () => resolve(closedAs) },
  });
  widget.on('payment.failed', () => {
    closedAs = 'declined';
  });
  widget.open();
  return {
    result,
    close: () => {
      widget.close();
      resolve('cancelled');
    },
  };
}

function loadScript(): Promise<void> {
  if (window.Razorpay !== undefined) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The checkout did not come'));
    };
    document.head.append(script);
  });
}
