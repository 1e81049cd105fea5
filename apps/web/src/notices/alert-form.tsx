import { ALERT_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Form, ReviewOffer, SubmitRow } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { askAgainIf } from '../platform/queries.ts';
import { useSession } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import chip from '../ui/chip.module.css';
import { TextArea } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';

interface MessageTemplatesProps {
  written: string;
  onChoose: (text: string) => void;
}

/**
 * First lines of a message to another teacher, for those who do not know how to begin. A press puts one into the form. Shown until the
 * user writes something else.
 */
export function MessageTemplates({ written, onChoose }: MessageTemplatesProps) {
  const { t } = useTranslation();
  const introduction = useOwnIntroduction();
  const templates = [
    ...(introduction === undefined ? [] : [['introduce', introduction] as const]),
    ['looking', t('alerts.templateText.looking')] as const,
    ['call', t('alerts.templateText.call')] as const,
  ];
  if (written !== '' && templates.every(([, text]) => text !== written)) return null;
  return (
    <fieldset className={page.chips}>
      <legend className={page.soft}>{t('alerts.templates')}</legend>
      {templates.map(([name, text]) => (
        <button className={chip.chip} key={name} onClick={() => onChoose(text)} type="button">
          {t(`alerts.template.${name}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** Returns the user's subject and places in a sentence, without a name: the server shows names as far as they are not hidden. */
function useOwnIntroduction(): string | undefined {
  const { t } = useTranslation();
  const names = useNames();
  const me = useSession()?.user;
  if (!me?.district || !me.postingBlock || !me.subject || !me.classRange) return undefined;
  if (!me.desiredDistrict) return undefined;
  return t('alerts.templateText.introduce', {
    subject: names.subject(me.subject),
    classes: me.classRange,
    from: names.place(me.district, me.postingBlock),
    wish: names.placeInSentence(me.desiredDistrict, me.desiredBlock ?? ANY_BLOCK),
  });
}

/** Result of the form: sent, or held for review by the administrator. */
export type Outcome = 'sent' | 'held';

interface AlertFormProps {
  recipientId: string;
  name: string;
  onSent: (outcome: Outcome) => void;
  onCancel: () => void;
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
      <SubmitRow
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
      </SubmitRow>
    </Form>
  );
}
