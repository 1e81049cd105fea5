import type { PaymentOrder } from '@mutual-transfer/domain/payments/payment';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, useErrorText } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import type { TextKey } from '../platform/i18n/texts/texts.ts';
import { changePayment } from '../platform/me.ts';
import type { StoredSession } from '../platform/session.ts';
import { useAction } from '../platform/use-action.ts';
import { createOrder, feeQuery, payInSandbox, verifyPayment } from './payments.queries.ts';
import { type CheckoutEnd, openRazorpay } from './razorpay.ts';
import { useTestCheckout } from './test-checkout.tsx';

type Step = 'starting' | 'checkout' | 'verifying';

/** Returns the state of a payment from the button to the verification. Allows one payment at a time. */
export function usePayment(session: StoredSession) {
  const client = useQueryClient();
  const failureText = usePaymentErrorText();
  const [step, setStep] = useState<Step>('starting');
  const { checkOut, testCheckout } = useCheckout(session);
  const paying = useAction(
    async (amount: number) => {
      setStep('starting');
      const checkout = await checkOut(await createOrder(amount));
      setStep('checkout');
      const result = await checkout();
      if (typeof result === 'string') return result;
      setStep('verifying');
      await verifyPayment(result);
      return 'paid';
    },
    (outcome) => {
      if (outcome !== 'paid') return;
      const status = { isPaymentRequired: true, isPaid: true };
      changePayment(client, session.user._id, status);
    },
    (error) => {
      // Refetches the status before the user is asked to pay again.
      if (!(error instanceof ApiError) || !outdatedCodes.includes(error.code)) return;
      void client.invalidateQueries({ queryKey: feeQuery(session.user._id).queryKey });
      void client.invalidateQueries({ queryKey: ['me', session.user._id] });
    },
  );
  return {
    pay: paying.run,
    forget: paying.reset,
    step,
    isPaying: paying.isBusy,
    isPaid: paying.data === 'paid',
    stoppedAs: paying.data === 'paid' ? undefined : paying.data,
    failure: paying.error === null ? undefined : failureText(paying.error, step),
    testCheckout,
  };
}

type CheckOut = () => Promise<CheckoutEnd>;

/** Returns a function that opens the checkout of the order's provider. Closes it when the user leaves the page. */
function useCheckout({ user }: StoredSession) {
  const { t } = useTranslation();
  const { ask, testCheckout } = useTestCheckout();
  const close = useRef(() => {});
  const hasLeft = useRef(false);
  // The provider's widget is outside React's tree, and would cover the next page.
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
      close.current();
    };
  }, []);
  const checkOut = async (order: PaymentOrder): Promise<CheckOut> => {
    if (order.provider === 'sandbox') {
      return async () => {
        const outcome = await ask(order);
        return outcome === undefined ? 'cancelled' : payInSandbox(order.orderId, outcome);
      };
    }
    const { name, email, phone } = user;
    const texts = { product: t('product.name'), description: t('payment.description') };
    const checkout = await openRazorpay(order, { ...texts, name, email, phone });
    close.current = checkout.close;
    if (hasLeft.current) checkout.close();
    return () => checkout.result;
  };
  return { checkOut, testCheckout };
}

/** Error codes that mean that the displayed data is outdated. */
const outdatedCodes = ['price_changed', 'payment_not_needed'];

/** Error codes whose messages from the server are shown. */
const spokenCodes = ['payment_pending', 'while_impersonating'];

/** Returns a formatter of the error of a payment that failed at a step. A payment whose response was lost may still arrive. */
function usePaymentErrorText(): (error: unknown, step: Step) => string {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error, step) => {
    if (step === 'starting') return errorText(error, t('payment.failedStart'), true);
    const key = error instanceof ApiError ? failureKey(error, step) : 'payment.failedVerify';
    return key === undefined ? errorText(error, t('payment.failedVerify'), true) : t(key);
  };
}

/** Returns the key of the text for an error, or `undefined` if the server's message is more useful. */
function failureKey({ status, code }: ApiError, step: Step): TextKey | undefined {
  if (step === 'checkout' && code === 'payment_failed') return 'payment.declined';
  if (status === 503) return 'payment.notYet';
  return status === 0 || spokenCodes.includes(code) ? undefined : 'payment.failedVerify';
}
