import { unexplainedPaymentColumns } from '@mutual-transfer/domain/administration/list-columns';
import type { UnexplainedPaymentList } from '@mutual-transfer/domain/payments/unexplained-payment';
import {
  paymentSettlementSchema,
  type SettledPayment,
  settlements,
  type UnexplainedPayment,
} from '@mutual-transfer/domain/payments/unexplained-payment';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { ActionDialog, useReasonField } from './action-dialog.tsx';
import { refreshAdmin } from './admin.queries.ts';
import { AdminList, useListPage } from './list/admin-list.tsx';
import { type Column, useColumns } from './list/columns.ts';
import type { Filter } from './list/filters.tsx';
import { adminListQuery } from './list/page-query.ts';
import { PersonLink } from './person-link.tsx';
import { Section } from './section.tsx';

const PAYMENTS_A_PAGE = 25;

/** Captured payments that the books do not explain, with the decision about each. */
export function UnexplainedPayments({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [deciding, setDeciding] = useState<UnexplainedPayment>();
  const [notice, setNotice] = useState({ text: '' });
  const state: Filter = {
    kind: 'choice',
    name: 'state',
    label: t('admin.unexplained.state'),
    all: t('admin.unexplained.open'),
    options: [{ value: 'settled', label: t('admin.unexplained.settledState') }],
  };
  const list = useListPage({
    limit: PAYMENTS_A_PAGE,
    filters: [state],
    queryOf: (search) =>
      adminListQuery<UnexplainedPaymentList>(
        ['admin', userId, 'unexplained-payments'],
        '/admin/payments/unexplained',
        search,
      ),
    rowsOf: ({ payments }) => payments,
  });
  const columns = usePaymentColumns(setDeciding);
  return (
    <Section id="unexplained" lead={t('admin.unexplained.lead')} title={t('admin.unexplained.title')}>
      <FocusedNotice notice={notice} />
      <AdminList
        {...list}
        columns={columns}
        empty={t('admin.unexplained.none')}
        keyOf={({ _id }) => _id}
        label={t('admin.unexplained.title')}
      />
      {deciding && (
        <Decision
          onClose={() => setDeciding(undefined)}
          onDone={async (settled) => {
            await refreshAdmin(client, userId, 'unexplained-payments', 'waiting');
            setDeciding(undefined);
            setNotice({ text: outcomeOf(settled, t) });
          }}
          payment={deciding}
        />
      )}
    </Section>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];

function outcomeOf({ settled, refund, failure }: SettledPayment, t: Translate): string {
  if (settled !== null) return t(`admin.unexplained.done.${settled}`);
  if (refund === 'failed') return t('admin.unexplained.refused', { failure: failure ?? '' });
  return t('admin.unexplained.refund.asked');
}

/** Returns a formatter of what was paid, which may be in another currency. */
function useAmountText() {
  const formats = useFormats();
  return ({ amount, currency }: UnexplainedPayment) =>
    currency === 'INR' ? formats.rupees(amount) : `${formats.number(amount)} ${currency}`;
}

function usePaymentColumns(onDecide: (payment: UnexplainedPayment) => void): Column<UnexplainedPayment>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const amountText = useAmountText();
  return useColumns(unexplainedPaymentColumns, {
    found: ({ foundAt }) => formats.dateTime(foundAt),
    amount: amountText,
    reason: ({ reason }) => t(`admin.unexplained.reason.${reason}`),
    teacher: ({ teacher }) => (teacher === null ? '–' : <PersonLink person={teacher} />),
    payment: ({ paymentId }) => paymentId,
    decision: (payment) => <DecisionCell onDecide={onDecide} payment={payment} />,
  });
}

interface CellProps {
  payment: UnexplainedPayment;
  onDecide: (payment: UnexplainedPayment) => void;
}

function DecisionCell({ payment, onDecide }: CellProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { settled, settledAt, note, refund, failure, paymentId } = payment;
  if (settled !== null)
    return (
      <>
        <span>{t(`admin.unexplained.settledHow.${settled}`)}</span>{' '}
        <span className={page.soft}>
          {[settledAt && formats.date(settledAt), note].filter(Boolean).join(' · ')}
        </span>
      </>
    );
  if (refund === 'asked' || refund === 'pending') return t(`admin.unexplained.refund.${refund}`);
  return (
    <>
      {refund === 'failed' && (
        <p className={page.soft}>{t('admin.unexplained.refused', { failure: failure ?? '' })}</p>
      )}
      <Button aria-label={`${t('admin.unexplained.decide')}: ${paymentId}`} onClick={() => onDecide(payment)}>
        {t('admin.unexplained.decide')}
      </Button>
    </>
  );
}

interface DecisionProps {
  payment: UnexplainedPayment;
  onClose: () => void;
  onDone: (settled: SettledPayment) => unknown;
}

/** Dialog that decides about a payment: refund, link to a teacher, or settled outside the product; each with a reason. */
function Decision({ payment, onClose, onDone }: DecisionProps) {
  const { t } = useTranslation();
  const amountText = useAmountText();
  const reason = useReasonField<DecisionValues>();
  const { _id, currency, reason: why } = payment;
  const mayLink = why !== 'again' && why !== 'no_account' && currency === 'INR';
  const options = settlements
    .filter((how) => how !== 'linked' || mayLink)
    .map((how) => ({ value: how, label: t(`admin.unexplained.how.${how}`) }));
  const teacher = {
    name: 'teacher',
    kind: 'text',
    label: t('admin.unexplained.linkTo'),
    hint: t('admin.unexplained.linkHint'),
    isOptional: true,
  } as const;
  return (
    <ActionDialog<DecisionValues, SettledPayment>
      act={(body) => callApi(`/admin/payments/${_id}/settlement`, { method: 'POST', body })}
      body={({ how, teacher, reason }) => ({ how, reason, ...(how === 'linked' ? { teacher } : {}) })}
      failed={t('admin.failed')}
      fields={[
        {
          name: 'how',
          kind: 'choice',
          label: t('admin.unexplained.decision'),
          options: [{ value: '', label: t('reports.choose') }, ...options],
        },
        ...(mayLink ? [teacher] : []),
        reason,
      ]}
      initial={{ how: '', teacher: '', reason: '' }}
      onClose={onClose}
      onDone={onDone}
      schema={paymentSettlementSchema}
      submit={t('admin.unexplained.decideNow')}
      title={t('admin.unexplained.decide')}
    >
      <p>
        {t('admin.unexplained.text', {
          amount: amountText(payment),
          reason: t(`admin.unexplained.reason.${why}`),
        })}
      </p>
    </ActionDialog>
  );
}

type DecisionValues = { how: string; teacher: string; reason: string };
