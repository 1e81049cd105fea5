import { useTranslation } from '../../i18n/language.tsx';
import { useFormats } from '../../i18n/names.ts';
import button from '../../ui/button.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './payment.module.css';
import type { TestCheckout } from './use-test-checkout.ts';

const PAISE_A_RUPEE = 100;

/** The checkout of a product that takes no real money yet; it says so. */
export function TestCheckoutDialog({ order, answer }: TestCheckout) {
  const { t } = useTranslation();
  const formats = useFormats();
  const amount = formats.rupees(order.amount / PAISE_A_RUPEE);
  return (
    <Dialog onClose={() => answer(undefined)} title={t('payment.testTitle')}>
      <div className={classes.checkout}>
        <p className={classes.test}>{t('payment.testText')}</p>
        <p className={classes.amount}>{amount}</p>
        <button className={button.main} onClick={() => answer('success')} type="button">
          {t('payment.testPay', { amount })}
        </button>
        <button className={button.soft} onClick={() => answer('failure')} type="button">
          {t('payment.testFail')}
        </button>
        <button className={button.quiet} onClick={() => answer(undefined)} type="button">
          {t('payment.testCancel')}
        </button>
      </div>
    </Dialog>
  );
}
