import type { CheckoutResult, PaymentOrder } from '@mutual-transfer/domain/payment';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { keepPaymentStatus, paymentStatusQuery } from '../../session/payment-status.ts';
import type { KeptSession } from '../../session/session.ts';
import { createOrder, payInSandbox, verifyPayment } from './payment-calls.ts';
import { openRazorpay } from './razorpay.ts';
import { useTestCheckout } from './use-test-checkout.ts';

type Step = 'starting' | 'checkout' | 'verifying';

/** The way from the button to the payment that is verified; one at a time. */
export function usePayment(session: KeptSession) {
  const client = useQueryClient();
  const failureText = usePaymentFailure();
  const [step, setStep] = useState<Step>('starting');
  const { checkOut, testCheckout } = useCheckout(session);
  const paying = useAction(
    async () => {
      setStep('starting');
      const checkout = await checkOut(await createOrder());
      setStep('checkout');
      const result = await checkout();
      if (result === undefined) return 'cancelled';
      setStep('verifying');
      await verifyPayment(result);
      return 'paid';
    },
    (outcome) => {
      if (outcome === 'cancelled') return;
      const status = { isPaymentRequired: true, isPaid: true };
      keepPaymentStatus(status);
      client.setQueryData(paymentStatusQuery(session).queryKey, status);
    },
  );
  return {
    pay: () => paying.run(undefined),
    step,
    isPaying: paying.isBusy,
    isPaid: paying.data === 'paid',
    isCancelled: paying.data === 'cancelled',
    failure: paying.error === null ? undefined : failureText(paying.error, step),
    testCheckout,
  };
}

type CheckOut = () => Promise<CheckoutResult | undefined>;

/** Opens the checkout of the order's provider; it closes when the page is left. */
function useCheckout({ user }: KeptSession) {
  const { t } = useTranslation();
  const { ask, testCheckout } = useTestCheckout();
  const close = useRef(() => {});
  const hasLeft = useRef(false);
  // The provider's widget lies outside of React's tree, and would stay over the next screen.
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
        return outcome && payInSandbox(order.orderId, outcome);
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

/** Where the server's own sentence says most. */
const spokenCodes = ['payment_pending', 'while_impersonating'];

/** The sentence for a payment that stopped at this step. A payment whose answer got lost may still arrive. */
function usePaymentFailure(): (error: unknown, step: Step) => string {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error, step) => {
    if (step === 'starting') return errorText(error, t('payment.failedStart'));
    if (!(error instanceof ApiError)) return t('payment.failedVerify');
    if (error.status === 503) return t('payment.notYet');
    const isSpoken = error.status === 0 || spokenCodes.includes(error.code);
    return isSpoken ? errorText(error, t('payment.failedVerify')) : t('payment.failedVerify');
  };
}
