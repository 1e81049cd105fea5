import { hasAccess } from '@mutual-transfer/domain/payments/access';
import type { PaymentStatus } from '@mutual-transfer/domain/payments/payment';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useMe } from '../platform/session/me.ts';
import { type StoredSession, useSession } from '../platform/session/session.ts';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { Failure } from '../ui/states/failure.tsx';
import { CardSkeletons } from '../ui/states/skeletons.tsx';
import { PaymentOffer } from './payment-offer.tsx';
import { NotRequired, Paid } from './payment-outcome.tsx';
import { feeQuery } from './payments.queries.ts';
import { isOpenedHere } from './razorpay.ts';
import { usePayment } from './use-payment.ts';

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
  const { t } = useTranslation();
  return <CardSkeletons label={t('common.loading')} />;
}
