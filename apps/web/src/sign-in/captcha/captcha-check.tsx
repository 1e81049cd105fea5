import { CaptchaField } from '../../ui/fields/captcha-field.tsx';
import type { RegistrationForm } from '../registration/use-registration.ts';
import type { CaptchaState } from './use-captcha.ts';

interface CaptchaCheckProps {
  readonly captcha: CaptchaState;
  readonly form: Pick<RegistrationForm, 'errors' | 'accept'>;
}

/** Security check of a form. */
export function CaptchaCheck({ captcha, form }: CaptchaCheckProps) {
  return (
    <CaptchaField
      answer={captcha.answer}
      error={form.errors.captchaAnswer}
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
