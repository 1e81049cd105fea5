import type { PaymentOrder } from '@mutual-transfer/domain/payments/payment';
import { useState } from 'react';
import type { TestOutcome } from './payments.queries.ts';

/** Open test checkout, and the function that answers it. `undefined` closes it without a payment. */
export interface TestCheckout {
  readonly order: PaymentOrder;
  readonly answer: (outcome: TestOutcome | undefined) => void;
}

/** Returns the open test checkout, and a function that opens one and resolves to the outcome that the tester selects. */
export function useTestCheckout() {
  const [testCheckout, setTestCheckout] = useState<TestCheckout>();
  const ask = (order: PaymentOrder) => {
    const { promise, resolve } = Promise.withResolvers<TestOutcome | undefined>();
    const answer = (outcome: TestOutcome | undefined) => {
      setTestCheckout(undefined);
      resolve(outcome);
    };
    setTestCheckout({ order, answer });
    return promise;
  };
  return { ask, testCheckout };
}
