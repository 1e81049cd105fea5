import {
  paymentSettlementSchema,
  type SettledPayment,
  type Settlement,
  settlements,
  type UnexplainedPayment,
} from '@mutual-transfer/domain/payments/unexplained-payment';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../form/dialogs.tsx';
import { schemaErrors } from '../form/schema-errors.ts';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextArea, TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { refreshAdmin, unexplainedQuery } from './admin.queries.ts';
import { AdminList, useListPage } from './list/admin-list.tsx';
import type { Column } from './list/columns.ts';
import type { Filter } from './list/filters.tsx';
import { ActionFailure } from './list/query-state.tsx';
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
    queryOf: (search) => unexplainedQuery(userId, search),
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

function usePaymentColumns(onDecide: (payment: UnexplainedPayment) => void): Column<UnexplainedPayment>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return [
    { id: 'found', header: t('admin.unexplained.found'), value: ({ foundAt }) => formats.dateTime(foundAt) },
    {
      id: 'amount',
      header: t('admin.unexplained.amount'),
      value: ({ amount, currency }) =>
        currency === 'INR' ? formats.rupees(amount) : `${formats.number(amount)} ${currency}`,
    },
    {
      id: 'reason',
      header: t('admin.unexplained.why'),
      value: ({ reason }) => t(`admin.unexplained.reason.${reason}`),
    },
    {
      id: 'teacher',
      header: t('admin.unexplained.teacher'),
      value: ({ teacher }) => (teacher === null ? '–' : <PersonLink person={teacher} />),
    },
    { id: 'payment', header: t('admin.unexplained.payment'), value: ({ paymentId }) => paymentId },
    {
      id: 'decision',
      header: t('admin.unexplained.decision'),
      value: (payment) => <DecisionCell onDecide={onDecide} payment={payment} />,
    },
  ];
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
        <span>{t(`admin.unexplained.how.${settled}`)}</span>{' '}
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
  const messages = useMessages();
  const formats = useFormats();
  const isBooked = payment.reason === 'again' || payment.reason === 'no_account';
  const mayLink = !isBooked && payment.currency === 'INR';
  const body = ({ how, teacher, reason }: { how: string; teacher: string; reason: string }) => ({
    how,
    reason,
    ...(how === 'linked' ? { teacher } : {}),
  });
  const form = useForm({
    initial: { how: '', teacher: '', reason: '' },
    check: (values) => schemaErrors(paymentSettlementSchema, body(values), messages),
    send: (values) =>
      callApi<SettledPayment>(`/admin/payments/${payment._id}/settlement`, {
        method: 'POST',
        body: body(values),
      }),
    onDone,
  });
  const choices = settlements.filter((how) => how !== 'linked' || mayLink);
  return (
    <FormDialog
      failed={(error) => <ActionFailure error={error} text={t('admin.failed')} />}
      form={form}
      onClose={onClose}
      texts={{
        submit: t('admin.unexplained.decideNow'),
        busy: t('admin.working'),
        cancel: t('admin.cancel'),
      }}
      title={t('admin.unexplained.decide')}
    >
      <p>
        {t('admin.unexplained.text', {
          amount: formats.rupees(payment.amount),
          reason: t(`admin.unexplained.reason.${payment.reason}`),
        })}
      </p>
      <SelectField
        data-autofocus
        label={t('admin.unexplained.decision')}
        options={[
          { value: '', label: t('reports.choose') },
          ...choices.map((how: Settlement) => ({ value: how, label: t(`admin.unexplained.how.${how}`) })),
        ]}
        required
        {...form.text('how')}
      />
      {form.values.how === 'linked' && (
        <TextField
          description={t('admin.unexplained.linkHint')}
          label={t('admin.unexplained.linkTo')}
          required
          {...form.text('teacher')}
        />
      )}
      <TextArea label={t('admin.viewAsReason')} required {...form.text('reason')} />
    </FormDialog>
  );
}
