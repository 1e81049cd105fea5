import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/language.tsx';
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
    <Alert className={classes.failure} color="red" role="alert" variant="outline">
      <div className={classes.row}>
        <p>{text}</p>
        {onRetry && (
          <Button onClick={onRetry} size="sm" variant="default">
            {t('common.retry')}
          </Button>
        )}
        {action}
      </div>
    </Alert>
  );
}
