import { ALERT_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { callApi } from '../api/client.ts';
import { Form } from '../form/form.tsx';
import { FormEnd } from '../form/form-end.tsx';
import { useForm } from '../form/use-form.ts';
import { useTranslation } from '../i18n/language.tsx';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/text-area.tsx';
import classes from './alert-form.module.css';

interface AlertFormProps {
  readonly recipientId: string;
  readonly name: string;
  readonly onSent: () => void;
  readonly onCancel: () => void;
}

/** A message to a teacher one matches with. What was typed stays until it is sent. */
export default function AlertForm({ recipientId, name, onSent, onCancel }: AlertFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { message: '' },
    check: ({ message }): Record<string, string> =>
      message.trim() === '' ? { message: t('alerts.needed') } : {},
    send: ({ message }) =>
      callApi(`/alerts/${recipientId}`, { method: 'POST', body: { message: message.trim() } }),
    onDone: onSent,
    draft: { form: `alert-${recipientId}` },
  });
  return (
    <Form className={classes.form} form={form} label={t('alerts.to', { name })}>
      <TextArea
        // The form opens at a press of "Send alert"; focus follows.
        autoFocus
        description={t('alerts.messageHint')}
        label={t('alerts.message')}
        maxLength={ALERT_MAXIMUM_LENGTH}
        readOnly={form.isBusy}
        required
        {...form.text('message')}
      />
      <FormEnd
        failed={t('alerts.failedSend')}
        form={form}
        texts={{ submit: t('alerts.submit'), busy: t('alerts.submitting') }}
      >
        {!form.isBusy && (
          <Button kind="quiet" onClick={onCancel}>
            {t('alerts.cancel')}
          </Button>
        )}
      </FormEnd>
    </Form>
  );
}
