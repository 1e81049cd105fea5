import { PRODUCT_NAME } from '@mutual-transfer/domain/constants';
import type { PaymentReceipt } from '@mutual-transfer/domain/payments/payment';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { ApiError } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { useMe } from '../platform/me.ts';
import { paths } from '../platform/paths.ts';
import { type StoredSession, useSession } from '../platform/session.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { CardSkeletons, Empty } from '../ui/states.tsx';

import payment from './payment.module.css';
import { hasReceipt, receiptQuery } from './payments.queries.ts';
import { RefundSentence } from './refund-sentence.tsx';

export default function ReceiptPage() {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('receipt.title')} />
      <h1>{t('receipt.title')}</h1>
      {session && <Receipt session={session} />}
    </div>
  );
}

function Receipt({ session }: { session: StoredSession }) {
  const { t } = useTranslation();
  const me = useMe();
  const isNone = me.data !== undefined && !hasReceipt(me.data.payment);
  const query = useQuery({ ...receiptQuery(session.user._id), enabled: !me.isPending && !isNone });
  if (isNone || (query.isError && isMissing(query.error))) return <Empty title={t('receipt.none')} />;
  if (query.isError) {
    return <CallFailure error={query.error} onRetry={query.refetch} text={t('receipt.failed')} />;
  }
  if (query.data === undefined) return <CardSkeletons />;
  return <Paper receipt={query.data} />;
}

function isMissing(error: Error): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}

function Paper({ receipt }: { receipt: PaymentReceipt }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const facts: [string, string][] = [
    [t('receipt.number'), receipt.number],
    [t('receipt.date'), formats.dateTime(receipt.paidAt)],
    [t('receipt.payer'), receipt.payer],
    [t('receipt.payee'), receipt.payee === PRODUCT_NAME ? t('product.name') : receipt.payee],
    [t('receipt.for'), t('payment.description')],
    [t('receipt.orderId'), receipt.orderId],
    [t('receipt.paymentId'), receipt.paymentId],
  ];
  return (
    <>
      <section aria-label={t('receipt.title')} className={page.panel}>
        <p className={payment.amount}>{formats.rupees(receipt.amount)}</p>
        <Facts facts={facts} />
        {receipt.refund === undefined ? (
          <p className={page.soft}>{t('receipt.once')}</p>
        ) : (
          <RefundSentence refund={receipt.refund} />
        )}
      </section>
      <div className={page.buttons} data-screen-only>
        <Button kind="main" onClick={() => window.print()}>
          <IconPrinter aria-hidden="true" size={18} />
          {t('receipt.print')}
        </Button>
        <Link className={button.soft} to={paths.account}>
          {t('receipt.toAccount')}
        </Link>
      </div>
    </>
  );
}
