import type { OwnRefund } from '@mutual-transfer/domain/payments/payment';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAction } from '../platform/api/use-action.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import type { TextKey } from '../platform/i18n/texts/texts.ts';
import { paths } from '../platform/paths.ts';
import { myRequestsQuery } from '../requests/requests.queries.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { Failure } from '../ui/states/failure.tsx';
import classes from './payment.module.css';
import { RefundSentence } from './refund-sentence.tsx';
import { TestCheckoutDialog } from './test-checkout-dialog.tsx';
import type { usePayment } from './use-payment.ts';

type Payment = ReturnType<typeof usePayment>;

interface PaymentOfferProps {
  readonly userId: string;
  readonly amount: number;
  readonly payment: Payment;
  /** Refund of an earlier payment. */
  readonly refund?: OwnRefund | undefined;
  readonly onRefresh: () => Promise<unknown>;
}

const benefits: readonly TextKey[] = [
  'payment.benefitContact',
  'payment.benefitMatches',
  'payment.benefitRequests',
  'payment.benefitLifetime',
];

/** Fee, what it opens, and the payment button. */
export function PaymentOffer({ userId, amount, payment, refund, onRefresh }: PaymentOfferProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const price = formats.rupees(amount);
  const refreshing = useAction(onRefresh);
  // Shows one message at a time: the one of the last action.
  const pay = () => {
    refreshing.reset();
    payment.pay(amount);
  };
  const refresh = () => {
    payment.forget();
    refreshing.run();
  };
  const said = messageOf(payment, refreshing.isDone);
  return (
    <>
      <div>
        <h1>{t('payment.title')}</h1>
        <p className={page.lead}>{t('payment.lead')}</p>
      </div>
      {refund && (
        <div className={page.note}>
          <RefundSentence refund={refund} />
          <Link to={paths.receipt}>{t('frame.receipt')}</Link>
        </div>
      )}
      <AgreementGoesOn userId={userId} />
      <div className={page.beside}>
        <section className={page.panel}>
          <h2>{t('payment.benefits')}</h2>
          <ul className={`${page.near} ${card.ticked}`}>
            {benefits.map((benefit) => (
              <li key={benefit}>{t(benefit)}</li>
            ))}
          </ul>
        </section>
        <section className={`${page.panel} ${classes.fee}`}>
          <h2>{t('payment.fee')}</h2>
          <p className={classes.amount}>{price}</p>
          <p className={page.lead}>{t('payment.lifetime')}</p>
          <Button isBusy={payment.isPaying} isLarge kind="main" onClick={pay}>
            {t('payment.pay', { amount: price })}
          </Button>
          <Button disabled={payment.isPaying} isBusy={refreshing.isBusy} onClick={refresh}>
            <IconRefresh aria-hidden="true" size={18} />
            {t(refreshing.isBusy ? 'payment.refreshing' : 'payment.refresh')}
          </Button>
          <p role="status">{said && t(said)}</p>
          {payment.failure !== undefined && <Failure text={payment.failure} />}
          <Link to={paths.account}>{t('payment.toAccount')}</Link>
        </section>
      </div>
      {payment.testCheckout && <TestCheckoutDialog {...payment.testCheckout} />}
    </>
  );
}

/** Tells a member of an agreement that the agreement continues, although its page is closed until the payment. */
function AgreementGoesOn({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data: requests = [] } = useQuery(myRequestsQuery(userId));
  if (!requests.some(({ status, agreement }) => status === 'pending' && agreement)) return null;
  return <p className={page.note}>{t('payment.agreementGoesOn')}</p>;
}

/** Returns the message for the current payment, or for the last one that stopped without an error. */
function messageOf({ isPaying, step, stoppedAs }: Payment, isRefreshed: boolean): TextKey | undefined {
  if (isPaying) return underWay[step];
  if (stoppedAs !== undefined) return `payment.${stoppedAs}`;
  return isRefreshed ? 'payment.notYet' : undefined;
}

/** Messages by step. None while the checkout is open, since it shows its own. */
const underWay: Readonly<Record<Payment['step'], TextKey | undefined>> = {
  starting: 'payment.paying',
  checkout: undefined,
  verifying: 'payment.verifying',
};
