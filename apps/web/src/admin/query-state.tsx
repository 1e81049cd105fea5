import { hasStatus } from '../platform/api/client.ts';
import { useErrorText } from '../platform/api/error-text.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { Failure } from '../ui/states/failure.tsx';
import { CardSkeletons } from '../ui/states/skeletons.tsx';

/** State of a query: pending, failed or loaded. */
export interface QueryProgress {
  readonly isPending: boolean;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

interface QueryStateProps {
  readonly query: QueryProgress;
  /** Error message. Defaults to the message of all lists. */
  readonly text?: string;
  /** `false` for a screen that renders its layout while it loads. */
  readonly hasSkeletons?: boolean;
}

/** Skeletons while a query is pending, or its error. A 403 or 404 shows the server's reason without a retry, which would fail again. */
export function QueryState({ query, text, hasSkeletons = true }: QueryStateProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { error } = query;
  if (error !== null) {
    const isRefused = hasStatus(error, 403, 404);
    const failed = text ?? t('admin.failed');
    if (isRefused) return <Failure text={errorText(error, failed)} />;
    return <Failure onRetry={() => void query.refetch()} text={failed} />;
  }
  return query.isPending && hasSkeletons ? <CardSkeletons label={t('common.loading')} /> : null;
}
