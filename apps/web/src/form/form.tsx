import { type MouseEvent, type ReactNode, useState } from 'react';
import { ApiError, isUnanswered } from '../platform/client.ts';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import chip from '../ui/chip.module.css';
import { CheckField } from '../ui/fields/check-field.tsx';
import page from '../ui/page.module.css';
import failure from '../ui/states.module.css';
import { DoneText, Failure } from '../ui/states.tsx';
import { CallFailure } from './call-failure.tsx';
import { type Field, type FieldErrors, focusField, labelsOf, type ToggleBinding } from './form-values.ts';
import type { AnyForm } from './use-form.ts';

const WORTH_A_LIST = 2;

/** Links to the invalid fields, in page order, shown above the submit button if there are at least two. */
function ErrorSummary({ errors }: { errors: FieldErrors }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [element, setElement] = useState<HTMLElement | null>(null);
  const fields = labelsOf(element?.closest('form') ?? null, errors);
  return (
    <div hidden={fields.length < WORTH_A_LIST} ref={setElement}>
      {fields.length >= WORTH_A_LIST && (
        <div className={`${page.tight} ${failure.failure}`}>
          <strong>
            {t('form.summary', { count: fields.length, formatted: formats.number(fields.length) })}
          </strong>
          <ul className={`${page.chips} ${page.soft}`}>
            {fields.map(({ input, label }) => (
              <li key={input.id}>
                <a className={chip.chip} href={`#${input.id}`} onClick={focusing(input)}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Returns a handler that focuses the field without a change of the URL. */
function focusing(input: Field) {
  return (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    focusField(input);
  };
}

interface ReviewOfferProps {
  /** Sentence about the effects of a review. */
  consequence?: string;
  form: Pick<AnyForm, 'refusal'> & {
    values: { sendForReview: boolean };
    toggle(name: 'sendForReview'): ToggleBinding;
  };
}

/** Option to send a text for review by the administrator, shown after the API rejected it. */
export function ReviewOffer({ form, consequence }: ReviewOfferProps) {
  const { t, language } = useReading();
  const { refusal, values } = form;
  const isStopped = refusal instanceof ApiError && refusal.code === 'text_needs_review';
  if (!isStopped && !values.sendForReview) return null;
  return (
    <div className={page.stack}>
      {isStopped && <p role="alert">{refusal.messageIn(language)}</p>}
      {consequence && <p className={page.note}>{consequence}</p>}
      <CheckField label={t('form.sendForReview')} {...form.toggle('sendForReview')} />
    </div>
  );
}

interface SubmitRowProps {
  form: AnyForm;
  /** Labels of the submit button: idle, and while the form is being sent. */
  texts: { submit: string; busy?: string };
  /** Says that the text was not sent, and offers to send it again, for a form that sends the idempotency key of its draft. */
  isKept?: boolean;
  /** Message if the server sends none, or a function that renders any refusal, including one that a field explains. */
  failed: string | ((error: Error) => ReactNode);
  kind?: 'main' | 'soft' | 'grave';
  /** Full-size button for a form that is the whole page. */
  isLarge?: boolean;
  /** Disables the submit button. */
  isClosed?: boolean;
  /** Message after a successful submission. */
  done?: ReactNode;
  children?: ReactNode;
}

/** Error summary of a form, error message of the submission, and buttons. */
export function SubmitRow({
  form,
  texts,
  failed,
  kind = 'main',
  isLarge = false,
  isClosed = false,
  isKept = false,
  done,
  children,
}: SubmitRowProps) {
  const { t } = useTranslation();
  const { error, refusal, errors, isBusy } = form;
  const isUnsent = isKept && form.isUnsent && !isBusy;
  return (
    <div className={page.stack}>
      <ErrorSummary errors={errors} />
      {typeof failed === 'string'
        ? !isBusy && !(isUnsent && isUnanswered(error)) && <CallFailure error={error} text={failed} />
        : refusal !== null && !isBusy && failed(refusal)}
      {isUnsent && <Failure text={t('form.unsent')} />}
      <div className={page.buttons}>
        {children}
        <Button disabled={isClosed} isBusy={isBusy} isLarge={isLarge} kind={kind} type="submit">
          {isBusy ? (texts.busy ?? texts.submit) : isUnsent ? t('form.sendAgain') : texts.submit}
        </Button>
      </div>
      {done !== undefined && <DoneText>{form.isDone && done}</DoneText>}
    </div>
  );
}

interface FormProps {
  form: AnyForm;
  label?: string;
  className?: string | undefined;
  /** Called on the first input of the user. */
  onStart?: () => void;
  children: ReactNode;
}

/** Form element. Its method is `post`, so that a submission without JavaScript puts no value into the URL. */
export function Form({ form, label, className, onStart, children }: FormProps) {
  const start = () => {
    form.start();
    onStart?.();
  };
  return (
    <form
      aria-label={label}
      className={className ?? page.stack}
      method="post"
      noValidate
      onFocus={start}
      onSubmit={form.submit}
      ref={form.attach}
    >
      {children}
    </form>
  );
}
