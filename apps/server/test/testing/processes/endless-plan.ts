import { answerOrder } from '../../../src/matching/plans/plan-child.ts';

/** A computation that ends only with its process. */
answerOrder<object, never>((_order, report) => {
  report(0.5);
  for (;;);
});
