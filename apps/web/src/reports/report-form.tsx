import { reportReasons } from '@mutual-transfer/domain/administration/report-reasons';
import { REPORT_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { useState } from 'react';
import { Form } from '../form/form.tsx';
import { FormEnd } from '../form/form-end.tsx';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/api/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import { focusIfLost } from '../ui/focus-if-lost.ts';
import page from '../ui/page.module.css';
import type { PersonSubject } from './person-subject.ts';

/** Report to the administrator: reason and free text. */
export function ReportForm({ person, requestId, alertId, name }: PersonSubject & { name: string }) {
  const { t } = useTranslation();
  const say = useMessages();
  const [thanks, setThanks] = useState('');
  const form = useForm({
    initial: { reason: '', words: '' },
    check: ({ reason }): Record<string, string> =>
      reason === '' ? { reason: t('reports.reasonNeeded') } : {},
    send: (values) =>
      callApi<{ message: string }>('/reports', {
        method: 'POST',
        body: { user: person._id, requestId, alertId, ...values },
      }),
    onDone: ({ message }) => setThanks(message),
  });
  if (thanks !== '') {
    return (
      <p className={page.done} ref={focusIfLost} role="status" tabIndex={-1}>
        {thanks}
      </p>
    );
  }
  return (
    <Form form={form} label={t('reports.report')}>
      <p>{t('reports.reportText', { name })}</p>
      <SelectField
        label={t('reports.reason')}
        options={[
          { value: '', label: t('reports.choose') },
          ...reportReasons.map((reason) => ({ value: reason, label: say(`report.${reason}`) })),
        ]}
        required
        {...form.text('reason')}
      />
      <TextArea
        description={t('reports.wordsHint')}
        label={t('reports.words')}
        maxLength={REPORT_MAXIMUM_LENGTH}
        readOnly={form.isBusy}
        {...form.text('words')}
      />
      <FormEnd
        failed={t('reports.failedReport')}
        form={form}
        kind="soft"
        texts={{ submit: t('reports.send'), busy: t('reports.sending') }}
      />
    </Form>
  );
}
