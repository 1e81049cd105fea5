import type { Answer } from '@mutual-transfer/domain/agreements/agreement-steps';
import { useTranslation } from '../platform/i18n/language.tsx';

/** Returns a formatter of a member's answer. Once the agreement has ended, a missing answer is no longer awaited. */
export function useAnswerText() {
  const { t } = useTranslation();
  return (answer: Answer, endedAt: string | null) =>
    t(answer === 'open' && endedAt !== null ? 'agreements.unanswered' : `agreements.answer.${answer}`);
}
