import { IconRefresh } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import button from '../button.module.css';
import page from '../page.module.css';
import { TextField } from './text-fields.tsx';

interface CaptchaFieldProps {
  /** Question, once loaded. */
  question: string | undefined;
  isLoading: boolean;
  answer: string;
  error?: string | undefined;
  onAnswer: (answer: string) => void;
  onRefresh: () => void;
}

/** Arithmetic question that shows that a person fills in the form. */
export function CaptchaField({ question, isLoading, answer, error, onAnswer, onRefresh }: CaptchaFieldProps) {
  const { t } = useTranslation();
  const questionId = useId();
  return (
    <fieldset className={page.well}>
      <legend className={page.soft}>{t('captcha.label')}</legend>
      <div className={page.row}>
        <strong aria-live="polite" id={questionId}>
          {question ?? t(isLoading ? 'common.loading' : 'captcha.unavailable')}
        </strong>
        <button aria-label={t('captcha.refresh')} className={button.icon} onClick={onRefresh} type="button">
          <IconRefresh aria-hidden="true" size={20} />
        </button>
      </div>
      <TextField
        aria-describedby={questionId}
        autoComplete="off"
        error={error}
        inputMode="numeric"
        label={t('captcha.answer')}
        maxLength={20}
        name="captchaAnswer"
        onChange={onAnswer}
        ref={(input) => {
          // Value typed before hydration.
          if (input !== null && answer === '' && input.value !== '') onAnswer(input.value);
        }}
        required
        value={answer}
      />
    </fieldset>
  );
}
