import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Button } from '../button.tsx';
import page from '../page.module.css';
import classes from './states.module.css';

interface FailureProps {
  readonly text: string;
  readonly onRetry?: () => void;
  readonly action?: ReactNode;
}

/** Error message, with a retry or another way to continue. */
export function Failure({ text, onRetry, action }: FailureProps) {
  const { t } = useTranslation();
  return (
    <div className={`${page.row} ${classes.failure}`} role="alert">
      <p>{text}</p>
      {onRetry && <Button onClick={onRetry}>{t('common.retry')}</Button>}
      {action}
    </div>
  );
}
