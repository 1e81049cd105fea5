import { Button, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/language.tsx';
import classes from './captcha-field.module.css';

interface CaptchaFieldProps {
  /** The question, once it is there. */
  readonly question: string | undefined;
  readonly isLoading: boolean;
  readonly answer: string;
  readonly error?: ReactNode;
  readonly onAnswer: (answer: string) => void;
  readonly onRefresh: () => void;
}

/** A small sum to show that a person fills in the form. */
export function CaptchaField({ question, isLoading, answer, error, onAnswer, onRefresh }: CaptchaFieldProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.check}>
      <legend className={classes.label}>{t('captcha.label')}</legend>
      <TextInput
        autoComplete="off"
        classNames={{ description: classes.question ?? '' }}
        data-path="captchaAnswer"
        description={question ?? t(isLoading ? 'common.loading' : 'captcha.unavailable')}
        descriptionProps={{ 'aria-live': 'polite' }}
        error={error}
        inputMode="numeric"
        inputWrapperOrder={['description', 'label', 'input', 'error']}
        label={t('captcha.answer')}
        maxLength={20}
        onChange={(event) => onAnswer(event.currentTarget.value)}
        required
        value={answer}
      />
      <Button
        className={classes.refresh}
        leftSection={<IconRefresh aria-hidden="true" size={18} />}
        onClick={onRefresh}
        variant="default"
      >
        {t('captcha.refresh')}
      </Button>
    </fieldset>
  );
}
