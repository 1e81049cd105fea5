import type { Captcha } from '@mutual-transfer/domain/accounts/security-check';
import { CAPTCHA_LIFETIME } from '@mutual-transfer/domain/constants';
import type { Language } from '@mutual-transfer/domain/language/language';
import { typedNumber } from '@mutual-transfer/domain/language/typed-values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useReading, useTranslation } from '../platform/i18n/language.tsx';
import { withProof } from '../platform/with-proof.ts';
import { CaptchaField } from '../ui/fields/captcha-field.tsx';
import type { CaptchaAnswer } from './registration-values.ts';

/** Time in milliseconds after which the question is replaced, shortly before it expires on the server. */
const USABLE_FOR = CAPTCHA_LIFETIME * 0.9;

/** Query of a question. It is a sentence, so it depends on the language. */
function captchaQuery(language: string) {
  return queryOptions({
    queryKey: ['captcha', language],
    queryFn: ({ signal }) =>
      withProof(({ proof }) =>
        callApi<Captcha>(proof ? `/auth/captcha?${new URLSearchParams({ proof })}` : '/auth/captcha', {
          signal,
        }),
      ).catch((error: unknown) => {
        if (!signal.aborted) console.warn('The security check could not be loaded', error);
        throw error;
      }),
    gcTime: 0,
    staleTime: USABLE_FOR,
    refetchInterval: USABLE_FOR,
    refetchOnWindowFocus: true,
  });
}

/** Question that the server rendered with the page. */
export interface FirstCaptcha {
  language: Language;
  captcha: Captcha;
}

/** Returns the security check of a form: question, typed answer, and a function that fetches another question. */
export function useCaptcha(first?: FirstCaptcha | null) {
  const { t } = useTranslation();
  const { language } = useReading();
  // A question is answered once, so the rendered one does not come back with its language.
  const [rendered, setRendered] = useState(first);
  const { data, isFetching, isError, refetch } = useQuery({
    ...captchaQuery(language),
    ...(rendered?.language === language && { initialData: rendered.captcha }),
  });
  const [typed, setTyped] = useState({ token: '', text: '' });
  const asked = isFetching || isError ? undefined : data;
  const token = asked?.token ?? '';
  const answer = typed.token === token ? typed.text : '';
  return {
    question: asked?.question,
    isLoading: !isError,
    /** Answer to the current question; empty after a new question. */
    answer,
    setAnswer: (text: string) => setTyped({ token, text }),
    refresh: () => {
      setRendered(null);
      void refetch();
    },
    body: { captchaToken: token, captchaAnswer: typedNumber(answer) } satisfies CaptchaAnswer,
    /** Returns the given errors by field, and the error of the typed answer if it cannot be right. */
    check(errors: Record<string, string>): Record<string, string> {
      const { captchaToken, ...others } = errors;
      if (isError) return { ...others, captchaAnswer: t('captcha.unavailable') };
      if (answer.trim() === '' || /^-?\d+$/.test(typedNumber(answer))) return others;
      return { ...others, captchaAnswer: t('captcha.numeric') };
    },
  };
}

export type CaptchaState = ReturnType<typeof useCaptcha>;

interface CaptchaCheckProps {
  captcha: CaptchaState;
  /** Error of another action that needs the answer. */
  error?: string | undefined;
  form: Pick<AnyForm, 'errors' | 'accept'>;
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
