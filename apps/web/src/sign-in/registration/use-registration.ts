import type { Session } from '@mutual-transfer/domain/accounts/user';
import { useSearchParams } from 'react-router';
import { checkLazily } from '../../form/check-lazily.ts';
import { useForm } from '../../form/use-form.ts';
import { useSteps } from '../../form/use-steps.ts';
import { useMessages } from '../../platform/i18n/language.tsx';
import { signIn } from '../../platform/session/start-session.ts';
import { useCaptcha } from '../captcha/use-captcha.ts';
import { sendWithProof } from '../captcha/with-proof.ts';
import { loadChecks } from '../load-checks.ts';
import {
  askedIn,
  emptyRegistration,
  namesOf,
  registrationBody,
  registrationSteps,
} from './registration-values.ts';

/** Returns the registration form: stored as a draft without passwords, prefilled with the visitor's question. */
export function useRegistration() {
  const messages = useMessages();
  const captcha = useCaptcha();
  const [parameters] = useSearchParams();
  const asked = askedIn(parameters);
  const cameBy = parameters.get('by');
  const steps = useSteps(registrationSteps);
  const form = useForm({
    initial: { ...emptyRegistration, ...asked },
    check: async (values) => {
      const errors = await checkLazily(loadChecks, ({ registrationErrors }) =>
        registrationErrors(values, captcha.body, messages),
      );
      return captcha.check(errors);
    },
    send: (values) =>
      sendWithProof<Session>('/auth/register', registrationBody(values, captcha.body, cameBy)),
    onDone: signIn,
    onRefused: captcha.refresh,
    onWrong: steps.showWrong,
    draft: { form: 'registration', without: ['password', 'confirmPassword', 'phoneCode', ...namesOf(asked)] },
  });
  return { form, captcha, steps };
}

export type RegistrationForm = ReturnType<typeof useRegistration>['form'];
