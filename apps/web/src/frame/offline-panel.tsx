import { notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { isUnanswered } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { forgetOldAnswers } from '../platform/persister.ts';
import { isPersisted } from '../platform/stored-answer.ts';
import { dropUnsavedInput, hasUnsavedInput } from '../platform/unsaved-input.ts';
import { loadNewVersion, useNewVersion } from '../platform/use-new-version.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import page from '../ui/page.module.css';
import classes from './offline-panel.module.css';

/**
 * Returns `undefined` while API calls of the page reach the server. Otherwise returns the time in milliseconds since which the shown data
 * may be outdated, or 0 if no stored data is shown, or only a part of it. Old answers are deleted when it mounts.
 */
export function useConnection(): number | undefined {
  const client = useQueryClient();
  const subscribe = useCallback((listener: () => void) => watch(client, listener), [client]);
  return useSyncExternalStore(subscribe, () => shownSince(client));
}

function watch(client: QueryClient, listener: () => void): () => void {
  void forgetOldAnswers();
  const stopWatching = client.getQueryCache().subscribe(notifyManager.batchCalls(listener));
  window.addEventListener('offline', listener);
  return () => {
    stopWatching();
    window.removeEventListener('offline', listener);
  };
}

function shownSince(client: QueryClient): number | undefined {
  const shown = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive());
  if (navigator.onLine && !shown.some(isUnreached)) return undefined;
  const stored = shown.filter(({ queryKey }) => isPersisted(queryKey) && queryKey[0] !== 'me');
  if (stored.some(({ state }) => state.data === undefined && state.error !== null)) return 0;
  const times = stored.flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]));
  return times.length === 0 ? 0 : Math.min(...times);
}

function isUnreached({ state }: Query): boolean {
  return isUnanswered(state.fetchFailureReason) || isUnanswered(state.error);
}

/** Panel below a member's header: age of what is shown without a connection, and new versions. */
export default function OfflinePanel() {
  const since = useConnection();
  return (
    <div className={`${page.tight} ${classes.panel}`}>
      <NewVersion />
      {since !== undefined && <NoConnection since={since} />}
    </div>
  );
}

function NoConnection({ since }: { since: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const time = formats.dateTime(new Date(since).toISOString());
  return (
    <p className={page.note} role="status">
      {since === 0 ? t('offline.now') : t('offline.shown', { time })}
    </p>
  );
}

/** Offers a new version. Asks first if the page has input that loading it would lose. */
function NewVersion() {
  const { t } = useTranslation();
  const isReady = useNewVersion();
  const [isAsked, setAsked] = useState(false);
  if (!isReady) return null;
  const loseInput = () => {
    dropUnsavedInput();
    loadNewVersion();
  };
  return (
    <>
      <div className={`${page.note} ${page.row}`} role="status">
        <p>{t('offline.newVersion')}</p>
        <Button onClick={() => (hasUnsavedInput() ? setAsked(true) : loadNewVersion())}>
          {t('offline.load')}
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          isBusy={false}
          onClose={() => setAsked(false)}
          onConfirm={loseInput}
          text={t('offline.unsavedText')}
          texts={{ confirm: t('offline.loadUnsaved'), cancel: t('offline.stay') }}
          title={t('offline.unsaved')}
        />
      )}
    </>
  );
}
