import { newDecision, type Report, reportDecisions } from '@mutual-transfer/domain/administration/report';
import { useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../../form/form-dialog.tsx';
import { schemaErrors } from '../../form/schema-errors.ts';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { ActionFailure } from '../action-failure.tsx';

interface DecisionProps {
  readonly report: Report;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Dialog that decides a report with a message to both teachers. Actions on an account are on the teacher's page. */
export function Decision({ report, onClose, onDone }: DecisionProps) {
  const { t } = useTranslation();
  const messages = useMessages();
  const client = useQueryClient();
  const form = useForm({
    initial: { decision: '', words: '' },
    check: (values) => schemaErrors(newDecision, values, messages),
    send: (body) => callApi(`/admin/reports/${report._id}/decision`, { method: 'POST', body }),
    onDone: async () => {
      await client.invalidateQueries({ queryKey: ['admin'] });
      onDone();
    },
  });
  const choices = reportDecisions.map((decision) => ({
    value: decision,
    label: t(`adminReports.${decision}`),
  }));
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('adminReports.decide')}
      failed={(error) => <ActionFailure error={error} text={t('adminReports.failed')} />}
      texts={{ submit: t('adminReports.decideNow'), busy: t('admin.working'), cancel: t('admin.cancel') }}
    >
      <p>{t('adminReports.decideText', { name: report.reported.name })}</p>
      <SelectField
        data-autofocus
        label={t('adminReports.decision')}
        options={[{ value: '', label: t('reports.choose') }, ...choices]}
        required
        {...form.text('decision')}
      />
      <TextArea
        description={t('adminReports.decisionHint')}
        label={t('adminReports.decisionWords')}
        required
        {...form.text('words')}
      />
    </FormDialog>
  );
}
