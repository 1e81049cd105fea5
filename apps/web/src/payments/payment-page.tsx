import { PAYMENT_REDIRECT_DELAY } from '@mutual-transfer/domain/constants';
import { hasAccess } from '@mutual-transfer/domain/payments/access';
import type { OwnRefund, PaymentStatus } from '@mutual-transfer/domain/payments/payment';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { NoticeState } from '../navigation/notice-state.ts';
import { pathOfOrigin } from '../navigation/origin.ts';
import { Redirect } from '../navigation/redirect.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import type { TextKey } from '../platform/i18n/texts/texts.ts';
import { useMe } from '../platform/me.ts';
import { paths } from '../platform/paths.ts';
import { type StoredSession, useSession } from '../platform/session.ts';
import { useAction } from '../platform/use-action.ts';
import { myRequestsQuery } from '../requests/requests.queries.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { CardSkeletons, Failure } from '../ui/states.tsx';
import classes from './payment.module.css';
import { feeQuery } from './payments.queries.ts';
import { isOpenedHere } from './razorpay.ts';
import { RefundSentence } from './refund-sentence.tsx';
import { TestCheckoutDialog } from './test-checkout.tsx';
import { usePayment } from './use-payment.ts';

type Payment = ReturnType<typeof usePayment>;

interface PaymentOfferProps {
  userId: string;
  amount: number;
  payment: Payment;
  /** Refund of an earlier payment. */
  refund?: OwnRefund | undefined;
  onRefresh: () => Promise<unknown>;
}

const benefits: readonly TextKey[] = [
  'payment.benefitContact',
  'payment.benefitMatches',
  'payment.benefitRequests',
  'payment.description',
];

/** Fee, what it opens, and the payment button. */
function PaymentOffer({ userId, amount, payment, refund, onRefresh }: PaymentOfferProps) {
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

/** The next page repeats the confirmation, with a link to the receipt. */
const state: NoticeState = { notice: 'paid' };

/** Confirms the payment for two seconds, then returns to the page the user came from. */
export function Paid() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const way = useWayBack();
  // Returns after a timer. Cancelled if the user leaves before.
  useEffect(() => {
    const timer = setTimeout(() => void navigate(way, { replace: true, state }), PAYMENT_REDIRECT_DELAY);
    return () => clearTimeout(timer);
  }, [navigate, way]);
  return (
    <Outcome state={state} text={t('payment.paidText')} title={t('payment.paidTitle')} way={way}>
      <Link to={paths.receipt}>{t('frame.receipt')}</Link>
    </Outcome>
  );
}

/** Redirects immediately, because no payment is required or the user has already paid. */
function NotRequired() {
  const { t } = useTranslation();
  const way = useWayBack();
  return (
    <Outcome text={t('payment.notRequiredText')} title={t('payment.notRequired')} way={way}>
      <Redirect to={way} />
    </Outcome>
  );
}

interface OutcomeProps {
  title: string;
  text: string;
  way: string;
  state?: NoticeState;
  children?: ReactNode;
}

function Outcome({ title, text, way, state: said, children }: OutcomeProps) {
  const { t } = useTranslation();
  return (
    <div className={`${page.panel} ${page.centred}`} role="status">
      <IconCircleCheck aria-hidden="true" className={page.done} size={64} stroke={1.5} />
      <h1>{title}</h1>
      <p>{text}</p>
      <Link className={button.main} replace state={said} to={way}>
        {t('payment.continue')}
      </Link>
      {children}
    </div>
  );
}

function useWayBack(): string {
  const { state } = useLocation();
  const from = pathOfOrigin(state);
  return from === undefined || from.startsWith(paths.payment) ? paths.dashboard : from;
}

export default function PaymentPage() {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <div className={`${page.page} ${page.wide}`}>
      <PageTitle text={t('payment.title')} />
      {session && <PaymentParts session={session} />}
    </div>
  );
}

function PaymentParts({ session }: { session: StoredSession }) {
  const { t } = useTranslation();
  const fee = useQuery(feeQuery(session.user._id));
  const me = useMe({ refetchOnMount: 'always' });
  const status = me.data?.payment;
  const payment = usePayment(session);
  const hasSeenUnpaid = useHasSeenUnpaid(me.isFetchedAfterMount ? status : undefined);
  // A refetch may also discover a payment whose response was late.
  if (payment.isPaid || (hasSeenUnpaid && status?.isPaid)) return <Paid />;
  if (fee.isError || me.isError) {
    const retry = () => void Promise.all([fee.refetch(), me.refetch()]);
    return <Failure onRetry={retry} text={t('payment.failedLoad')} />;
  }
  if (fee.isPending || status === undefined || !me.isFetchedAfterMount) return <Loading />;
  if (hasAccess(status)) return <NotRequired />;
  if (!isOpenedHere()) return <OpenHere />;
  return (
    <PaymentOffer
      amount={fee.data.paymentAmount}
      onRefresh={() => me.refetch()}
      payment={payment}
      refund={status.refund}
      userId={session.user._id}
    />
  );
}

/** Returns `true` once the page has shown that the payment is missing. */
function useHasSeenUnpaid(status: PaymentStatus | undefined): boolean {
  const [hasSeen, setSeen] = useState(false);
  if (!hasSeen && status !== undefined && !hasAccess(status)) setSeen(true);
  return hasSeen;
}

/** Reloads the page as its own document, which may run the provider's script. */
function OpenHere() {
  // Reloads in an effect, since rendering must not change the document.
  useEffect(() => window.location.reload(), []);
  return <Loading />;
}

function Loading() {
  return <CardSkeletons />;
}
