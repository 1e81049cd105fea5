import type { ReactNode } from 'react';
import { useErrorText } from '../platform/api/error-text.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import page from '../ui/page.module.css';
import { ErrorSummary } from './error-summary.tsx';
import type { AnyForm } from './use-form.ts';

interface FormEndProps {
  readonly form: AnyForm;
  /** What the button says, and what it says while the form is being sent. */
  readonly texts: { readonly submit: string; readonly busy?: string };
  /** What is said when the server gives no sentence; or how to say any refusal, also one that a field explains. */
  readonly failed: string | ((error: Error) => ReactNode);
  readonly kind?: 'main' | 'soft' | 'grave';
  /** The button of a whole screen. */
  readonly isLarge?: boolean;
  /** It cannot be sent again. */
  readonly isClosed?: boolean;
  /** What is said once it is sent. */
  readonly done?: ReactNode;
  /** Other buttons. */
  readonly children?: ReactNode;
}

/** What is wrong with a form, why it could not be sent, and its buttons. */
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
        ? error !== null && !isBusy && <Said error={error} text={failed} />
        : refusal !== null && !isBusy && failed(refusal)}
      <div className={page.buttons}>
        {children}
        <Button disabled={isClosed} isBusy={isBusy} isLarge={isLarge} kind={kind} type="submit">
          {isBusy ? (texts.busy ?? texts.submit) : texts.submit}
        </Button>
      </div>
      {done !== undefined && (
        <p className={page.done} role="status">
          {form.isDone && done}
        </p>
      )}
    </div>
  );
}

/** The server's own sentence, or the one of the screen. */
function Said({ error, text }: { error: Error; text: string }) {
  const errorText = useErrorText();
  return <Failure text={errorText(error, text)} />;
}
