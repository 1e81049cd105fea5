import { IconCheck, IconRefresh } from '@tabler/icons-react';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { useFormats } from '../../i18n/names.ts';
import type { TextKey } from '../../i18n/texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import classes from './payment.module.css';
import { TestCheckoutDialog } from './test-checkout-dialog.tsx';
import type { usePayment } from './use-payment.ts';

interface PaymentOfferProps {
  readonly amount: number;
  readonly payment: ReturnType<typeof usePayment>;
  readonly onRefresh: () => Promise<unknown>;
}

const benefits: readonly TextKey[] = [
  'payment.benefitContact',
  'payment.benefitMatches',
  'payment.benefitRequests',
  'payment.benefitLifetime',
];

/** The fee, what it opens, and the way to pay it. */
export function PaymentOffer({ amount, payment, onRefresh }: PaymentOfferProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const price = formats.rupees(amount);
  return (
    <>
      <div>
        <h1>{t('payment.title')}</h1>
        <p className={page.lead}>{t('payment.lead')}</p>
      </div>
      <div className={classes.offer}>
        <section className={`${page.panel} ${classes.benefits}`}>
          <h2>{t('payment.benefits')}</h2>
          <ul>
            {benefits.map((benefit) => (
              <li key={benefit}>
                <IconCheck aria-hidden="true" size={20} />
                {t(benefit)}
              </li>
            ))}
          </ul>
        </section>
        <section className={`${page.panel} ${classes.fee}`}>
          <h2>{t('payment.fee')}</h2>
          <p className={classes.price}>{price}</p>
          <p className={page.lead}>{t('payment.lifetime')}</p>
          <Button isBusy={payment.isPaying} isLarge kind="main" onClick={payment.pay}>
            {t('payment.pay', { amount: price })}
          </Button>
          <Refresh isPaying={payment.isPaying} onRefresh={onRefresh} />
          {payment.isPaying && payment.step !== 'checkout' && (
            <p role="status">{t(payment.step === 'verifying' ? 'payment.verifying' : 'payment.paying')}</p>
          )}
          {payment.isCancelled && <p role="status">{t('payment.cancelled')}</p>}
          {payment.failure !== undefined && <Failure text={payment.failure} />}
        </section>
      </div>
      {payment.testCheckout && <TestCheckoutDialog {...payment.testCheckout} />}
    </>
  );
}

/** Asks whether a payment has arrived since; says so when it has not. */
function Refresh({ isPaying, onRefresh }: { isPaying: boolean; onRefresh: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const asking = useAction(onRefresh, () => {});
  return (
    <>
      <Button disabled={isPaying} isBusy={asking.isBusy} onClick={() => asking.run(undefined)}>
        <IconRefresh aria-hidden="true" size={18} />
        {t(asking.isBusy ? 'payment.refreshing' : 'payment.refresh')}
      </Button>
      <p className={page.soft} role="status">
        {asking.isDone && !isPaying && t('payment.notYet')}
      </p>
    </>
  );
}
