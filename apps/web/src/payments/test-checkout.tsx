import type { PaymentOrder } from '@mutual-transfer/domain/payments/payment';
import { useState } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import page from '../ui/page.module.css';
import classes from './payment.module.css';
import type { TestOutcome } from './payments.queries.ts';

/** Open test checkout, and the function that answers it. `undefined` closes it without a payment. */
interface TestCheckout {
  order: PaymentOrder;
  answer: (outcome: TestOutcome | undefined) => void;
}

/** Returns the open test checkout, and a function that opens one and resolves to the outcome that the tester selects. */
export function useTestCheckout() {
  const [testCheckout, setTestCheckout] = useState<TestCheckout>();
  const ask = (order: PaymentOrder) =>
    new Promise<TestOutcome | undefined>((resolve) => {
      const answer = (outcome: TestOutcome | undefined) => {
        setTestCheckout(undefined);
        resolve(outcome);
      };
      setTestCheckout({ order, answer });
    });
  return { ask, testCheckout };
}

const PAISE_A_RUPEE = 100;

/** Checkout of a product that does not take real money yet, with a note that says so. */
export function TestCheckoutDialog({ order, answer }: TestCheckout) {
  const { t } = useTranslation();
  const formats = useFormats();
  const amount = formats.rupees(order.amount / PAISE_A_RUPEE);
  return (
    <Dialog onClose={() => answer(undefined)} title={t('payment.testTitle')}>
      <div className={page.stack}>
        <p className={page.note}>{t('payment.testText')}</p>
        <p className={classes.amount}>{amount}</p>
        <Button kind="main" onClick={() => answer('success')}>
          {t('payment.testPay', { amount })}
        </Button>
        <Button onClick={() => answer('failure')}>{t('payment.testFail')}</Button>
        <Button kind="quiet" onClick={() => answer(undefined)}>
          {t('payment.testCancel')}
        </Button>
      </div>
    </Dialog>
  );
}
