import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import page from '../ui/page.module.css';
import { DoneText } from '../ui/states/done-text.tsx';
import { CallFailure } from './call-failure.tsx';
import { ErrorSummary } from './error-summary.tsx';
import type { AnyForm } from './use-form.ts';

interface FormEndProps {
  readonly form: AnyForm;
  /** Labels of the submit button: idle and while the form is being sent. */
  readonly texts: { readonly submit: string; readonly busy?: string };
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
  done,
  children,
}: FormEndProps) {
  const { error, refusal, errors, isBusy } = form;
  return (
    <div className={page.stack}>
      <ErrorSummary errors={errors} />
      {typeof failed === 'string'
        ? !isBusy && <CallFailure error={error} text={failed} />
        : refusal !== null && !isBusy && failed(refusal)}
      <div className={page.buttons}>
        {children}
        <Button disabled={isClosed} isBusy={isBusy} isLarge={isLarge} kind={kind} type="submit">
          {isBusy ? (texts.busy ?? texts.submit) : texts.submit}
        </Button>
      </div>
      {done !== undefined && <DoneText>{form.isDone && done}</DoneText>}
    </div>
  );
}
