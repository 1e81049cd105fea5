import type { Session } from '@mutual-transfer/domain/accounts/user';
import { checkLazily } from '../../form/check-lazily.ts';
import { useForm } from '../../form/use-form.ts';
import { useMessages } from '../../platform/i18n/language.tsx';
import { signIn } from '../../platform/session/start-session.ts';
import { type FirstCaptcha, useCaptcha } from '../captcha/use-captcha.ts';
import { sendWithProof } from '../captcha/with-proof.ts';
import { loadChecks } from '../load-checks.ts';

/** Returns the login form. A failed login resets only the answer to the security check, which it used up. */
export function useLogin(first: FirstCaptcha | null) {
  const messages = useMessages();
  const captcha = useCaptcha(first);
  const form = useForm({
    initial: { email: '', password: '' },
    check: async (values) => {
      const body = { ...values, ...captcha.body };
      return captcha.check(await checkLazily(loadChecks, ({ loginErrors }) => loginErrors(body, messages)));
    },
    send: (values) => sendWithProof<Session>('/auth/login', { ...values, ...captcha.body }),
    onDone: signIn,
    onRefused: captcha.refresh,
  });
  return { form, captcha };
}
