import type { ReactNode } from 'react';
import { isUnanswered } from '../platform/api/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { Button } from '../ui/button.tsx';
import page from '../ui/page.module.css';
import { DoneText } from '../ui/states/done-text.tsx';
import { Failure } from '../ui/states/failure.tsx';
import { CallFailure } from './call-failure.tsx';
import { ErrorSummary } from './error-summary.tsx';
import type { AnyForm } from './use-form.ts';

interface FormEndProps {
  readonly form: AnyForm;
  /** Labels of the submit button: idle, and while the form is being sent. */
  readonly texts: { readonly submit: string; readonly busy?: string };
  /** Says that the text was not sent, and offers to send it again, for a form that sends the idempotency key of its draft. */
  readonly isKept?: boolean;
  /** Message if the server sends none, or a function that renders any refusal, including one that a field explains. */
  readonly failed: string | ((error: Error) => ReactNode);
  readonly kind?: 'main' | 'soft' | 'grave';
  /** Full-size button for a form that is the whole page. */
  readonly isLarge?: boolean;
  /** Disables the submit button. */
  readonly isClosed?: boolean;
  /** Message after a successful submission. */
  readonly done?: ReactNode;
  /** Other buttons. */
  readonly children?: ReactNode;
}

/** Error summary of a form, error message of the submission, and buttons. */
export function FormEnd({
  form,
  texts,
  failed,
  kind = 'main',
  isLarge = false,
  isClosed = false,
  isKept = false,
  done,
  children,
}: FormEndProps) {
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
