import { type RefundRule as Rule, refundRuleChange } from '@mutual-transfer/domain/payments/payment';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { schemaErrors } from '../../form/schema-errors.ts';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useFreshQuery } from '../../platform/api/use-fresh-query.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import page from '../../ui/page.module.css';
import { ActionFailure } from '../action-failure.tsx';
import { refundRuleQuery } from '../admin.queries.ts';
import { QueryState } from '../query-state.tsx';

/** Form for the refund rule: the fee is refunded if an agreement breaks before its papers are submitted. */
export function RefundRule({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const query = useFreshQuery(refundRuleQuery(userId));
  return (
    <section aria-labelledby="refund-rule" className={card.card}>
      <h2 id="refund-rule">{t('admin.refundRule')}</h2>
      <QueryState query={query} text={t('admin.failedRefundRule')} />
      {query.data && <RuleForm rule={query.data} userId={userId} />}
    </section>
  );
}

function RuleForm({ rule, userId }: { rule: Rule; userId: string }) {
  const { t } = useTranslation();
  const messages = useMessages();
  const formats = useFormats();
  const client = useQueryClient();
  const form = useForm({
    initial: { isOn: rule.isOn },
    check: (values) => schemaErrors(refundRuleChange, values, messages),
    send: (body) => callApi<Rule>('/admin/refund-rule', { method: 'PUT', body }),
    onDone: (saved) => client.setQueryData(refundRuleQuery(userId).queryKey, saved),
  });
  return (
    <Form form={form}>
      <SwitchField
        hint={t('admin.refundRuleHint')}
        isDisabled={form.isBusy}
        label={t('admin.refundRule')}
        {...form.toggle('isOn')}
      />
      {rule.since !== null && (
        <p className={page.soft}>{t('admin.refundRuleSince', { date: formats.dateTime(rule.since) })}</p>
      )}
      <FormEnd
        done={t('admin.refundRuleSaved')}
        failed={(error) => <ActionFailure error={error} text={t('admin.failedRefundRule')} />}
        form={form}
        texts={{ submit: t('admin.refundRuleSave'), busy: t('common.saving') }}
      />
    </Form>
  );
}
