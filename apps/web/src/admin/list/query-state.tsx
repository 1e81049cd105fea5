import { hasStatus, useErrorText } from '../../platform/client.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { CardSkeletons, Failure } from '../../ui/states.tsx';
import classes from './list.module.css';

/** Error message of an action, with the server's reason if it gives one. */
export function ActionFailure({ error, text }: { error: unknown; text: string }) {
  const errorText = useErrorText();
  if (error === null) return null;
  const why = errorText(error, '');
  return <Failure action={why !== '' && why !== text && <p className={classes.why}>{why}</p>} text={text} />;
}

/** HTTP status of a change whose `If-Match` is outdated. */
const CHANGED_MEANWHILE = 412;

interface ChangeFailureProps {
  error: unknown;
  text: string;
  /** Label of the button that loads the current state. */
  reload: string;
  onReload?: (() => Promise<void>) | undefined;
}

/** Shows why a change was not saved. If another administrator changed the resource first, a button loads its current state. */
export function ChangeFailure({ error, text, reload, onReload }: ChangeFailureProps) {
  const isChanged = hasStatus(error, CHANGED_MEANWHILE);
  return (
    <>
      <ActionFailure error={error} text={text} />
      {isChanged && onReload && <Button onClick={() => void onReload()}>{reload}</Button>}
    </>
  );
}

/** State of a query: pending, failed or loaded. */
export interface QueryProgress {
  isPending: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

interface QueryStateProps {
  query: QueryProgress;
  /** Error message. Defaults to the message of all lists. */
  text?: string;
  /** `false` for a screen that renders its layout while it loads. */
  hasSkeletons?: boolean;
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
  return query.isPending && hasSkeletons ? <CardSkeletons /> : null;
}
