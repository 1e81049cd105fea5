import type { AnyForm } from '../../form/use-form.ts';
import { CaptchaField } from '../../ui/fields/captcha-field.tsx';
import type { CaptchaState } from './use-captcha.ts';

interface CaptchaCheckProps {
  readonly captcha: CaptchaState;
  /** Error of another action that needs the answer. */
  readonly error?: string | undefined;
  readonly form: Pick<AnyForm, 'errors' | 'accept'>;
}

/** Question of the security check, with its error and a button that fetches another question. */
export function CaptchaCheck({ captcha, error, form }: CaptchaCheckProps) {
  return (
    <CaptchaField
      answer={captcha.answer}
      error={error ?? form.errors.captchaAnswer}
      isLoading={captcha.isLoading}
      onAnswer={(answer) => {
        captcha.setAnswer(answer);
        form.accept(['captchaAnswer']);
      }}
      onRefresh={captcha.refresh}
      question={captcha.question}
    />
  );
}
