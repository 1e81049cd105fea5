import type { ReactNode } from 'react';
import { ApiError } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { useIsAlive } from '../../session/use-is-alive.ts';
import { CaptchaField } from '../../ui/captcha-field.tsx';
import { Failure } from '../../ui/failure.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import classes from './auth.module.css';
import type { CaptchaState } from './use-captcha.ts';

interface FormEndProps {
  readonly captcha: CaptchaState;
  readonly captchaError: ReactNode;
  readonly onAnswer: () => void;
  readonly error: Error | null;
  /** What is said when the server gives no sentence. */
  readonly failed: string;
  readonly text: string;
  readonly isBusy: boolean;
}

/** The security check, what went wrong, and the button. */
export function FormEnd({ captcha, captchaError, onAnswer, error, failed, text, isBusy }: FormEndProps) {
  const errorText = useErrorText();
  const isToldAtField = error instanceof ApiError && Object.keys(error.fields).length > 0;
  return (
    <div className={classes.end}>
      <CaptchaField
        answer={captcha.answer}
        error={captchaError}
        isLoading={captcha.isLoading}
        onAnswer={(answer) => {
          captcha.setAnswer(answer);
          onAnswer();
        }}
        onRefresh={captcha.refresh}
        question={captcha.question}
      />
      {error !== null && !isToldAtField && <Failure text={errorText(error, failed)} />}
      <Submit isBusy={isBusy} text={text} />
    </div>
  );
}

/** Before the page has come alive, a press would do nothing. */
function Submit({ text, isBusy }: { text: string; isBusy: boolean }) {
  const isAlive = useIsAlive();
  return <SubmitButton isBusy={isBusy} isDisabled={!isAlive} text={text} />;
}
