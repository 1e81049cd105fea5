import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/language.tsx';
import button from './button.module.css';
import classes from './failure.module.css';

interface FailureProps {
  readonly text: string;
  readonly onRetry?: () => void;
  readonly action?: ReactNode;
}

/** Something could not be done or shown: what, and how to go on. */
export function Failure({ text, onRetry, action }: FailureProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.failure} role="alert">
      <p>{text}</p>
      {onRetry && (
        <button className={button.soft} onClick={onRetry} type="button">
          {t('common.retry')}
        </button>
      )}
      {action}
    </div>
  );
}
