import { ALERT_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { type FormEvent, useId, useRef, useState } from 'react';
import { callApi } from '../api/client.ts';
import { useErrorText } from '../api/error-text.ts';
import { useAction } from '../api/use-action.ts';
import { useDraft } from '../api/use-draft.ts';
import { useTranslation } from '../i18n/language.tsx';
import button from '../ui/button.module.css';
import { Failure } from '../ui/failure.tsx';
import classes from './alert-form.module.css';

interface AlertFormProps {
  readonly recipientId: string;
  readonly name: string;
  readonly onSent: () => void;
  readonly onCancel: () => void;
}

/** A message to a teacher one matches with. What was typed stays until it is sent. */
export function AlertForm({ recipientId, name, onSent, onCancel }: AlertFormProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(`alert-${recipientId}`, { message: '' });
  const [message, setMessage] = useState(draft.initial.message);
  const [isMissing, setMissing] = useState(false);
  const { run, isBusy, error } = useAction(
    (text: string) => callApi(`/alerts/${recipientId}`, { method: 'POST', body: { message: text } }),
    () => {
      draft.forget();
      onSent();
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = message.trim();
    setMissing(text === '');
    if (text === '') area.current?.focus();
    else run(text);
  };
  return (
    <form aria-label={t('alerts.to', { name })} className={classes.form} noValidate onSubmit={submit}>
      <label className={classes.label} htmlFor={id}>
        {t('alerts.message')}
      </label>
      <textarea
        aria-describedby={`${id}-hint`}
        aria-invalid={isMissing}
        // biome-ignore lint/a11y/noAutofocus: the form opens at a press of "Send alert"; focus follows.
        autoFocus
        className={classes.area}
        id={id}
        maxLength={ALERT_MAXIMUM_LENGTH}
        onChange={(event) => {
          setMessage(event.currentTarget.value);
          draft.keep({ message: event.currentTarget.value });
          setMissing(false);
        }}
        readOnly={isBusy}
        ref={area}
        required
        rows={3}
        value={message}
      />
      <p className={isMissing ? classes.missing : classes.hint} id={`${id}-hint`}>
        {t(isMissing ? 'alerts.needed' : 'alerts.messageHint')}
      </p>
      {error !== null && !isBusy && <Failure text={errorText(error, t('alerts.failedSend'))} />}
      <div className={classes.actions}>
        <button aria-disabled={isBusy} className={button.main} type="submit">
          {t(isBusy ? 'alerts.submitting' : 'alerts.submit')}
        </button>
        {!isBusy && (
          <button className={button.quiet} onClick={onCancel} type="button">
            {t('alerts.cancel')}
          </button>
        )}
      </div>
    </form>
  );
}
