import { ALERT_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { ReviewOffer } from '../../form/review-offer.tsx';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { askAgainIf } from '../../platform/api/queries.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import page from '../../ui/page.module.css';
import { MessageTemplates } from './message-templates.tsx';

/** Result of the form: sent, or held for review by the administrator. */
export type Outcome = 'sent' | 'held';

interface AlertFormProps {
  readonly recipientId: string;
  readonly name: string;
  readonly onSent: (outcome: Outcome) => void;
  readonly onCancel: () => void;
}

/** Form of a message to a match. Stores the typed text until it is sent, and sends it again with the same key. */
export default function AlertForm({ recipientId, name, onSent, onCancel }: AlertFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const input = useRef<HTMLTextAreaElement>(null);
  const form = useForm({
    initial: { message: '', sendForReview: false },
    check: ({ message }): Record<string, string> =>
      message.trim() === '' ? { message: t('alerts.needed') } : {},
    send: ({ message, sendForReview }, key) =>
      callApi(`/alerts/${recipientId}`, {
        method: 'POST',
        body: { message: message.trim(), sendForReview },
        key,
      }),
    onDone: (_answer, { sendForReview }) => {
      void askAgainIf(client, ({ queryKey }) => queryKey[0] === 'alerts' && queryKey[2] === 'sent');
      onSent(sendForReview ? 'held' : 'sent');
    },
    draft: { form: `alert-${recipientId}` },
  });
  const begin = (message: string) => {
    form.text('message').onChange(message);
    input.current?.focus();
  };
  return (
    <Form className={`${page.near} ${page.ruled}`} form={form} label={t('alerts.to', { name })}>
      <MessageTemplates onChoose={begin} written={form.values.message} />
      <TextArea
        // The form opens after a press of "Send alert", so it takes the focus.
        autoFocus
        description={t('alerts.messageHint')}
        label={t('alerts.message')}
        maxLength={ALERT_MAXIMUM_LENGTH}
        readOnly={form.isBusy}
        ref={input}
        required
        {...form.text('message')}
      />
      <ReviewOffer form={form} />
      <FormEnd
        failed={t('alerts.failedSend')}
        form={form}
        isKept
        texts={{ submit: t('common.send'), busy: t('alerts.submitting') }}
      >
        {!form.isBusy && (
          <Button kind="quiet" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
      </FormEnd>
    </Form>
  );
}
