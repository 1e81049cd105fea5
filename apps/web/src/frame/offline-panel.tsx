import { notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { isOffline, isUnanswered } from '../platform/client.ts';
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
 * may be outdated, or 0 if no stored data is shown, or only a part of it.
 */
function useConnection(): number | undefined {
  return useCache(shownSince);
}

/** Reads the query cache, and renders again when what `read` returns changes. */
function useCache<Value>(read: (client: QueryClient) => Value): Value {
  const client = useQueryClient();
  const subscribe = useCallback((listener: () => void) => watch(client, listener), [client]);
  return useSyncExternalStore(subscribe, () => read(client));
}

function watch(client: QueryClient, listener: () => void): () => void {
  const stopWatching = client.getQueryCache().subscribe(notifyManager.batchCalls(listener));
  window.addEventListener('offline', listener);
  return () => {
    stopWatching();
    window.removeEventListener('offline', listener);
  };
}

function shownQueries(client: QueryClient): Query[] {
  return client
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive());
}

function shownSince(client: QueryClient): number | undefined {
  const shown = shownQueries(client);
  if (navigator.onLine && !shown.some((query) => failsBy(query, isUnanswered))) return undefined;
  const stored = shown.filter(({ queryKey }) => isPersisted(queryKey) && queryKey[0] !== 'me');
  if (stored.some(({ state }) => state.data === undefined && state.error !== null)) return 0;
  const times = stored.flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]));
  return times.length === 0 ? 0 : Math.min(...times);
}

/** Returns `false` if there is a connection, over which only the page of a proxy comes. */
function hasNoConnection(client: QueryClient): boolean {
  return !navigator.onLine || shownQueries(client).some((query) => failsBy(query, isOffline));
}

function failsBy({ state }: Query, is: (error: unknown) => boolean): boolean {
  return is(state.fetchFailureReason) || is(state.error);
}

/** Panel below a member's header: age of what is shown without a connection, and new versions. Old answers are deleted when it mounts. */
export default function OfflinePanel() {
  const since = useConnection();
  useEffect(() => void forgetOldAnswers(), []);
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
  const lacksConnection = useCache(hasNoConnection);
  const time = formats.dateTime(new Date(since).toISOString());
  return (
    <p className={page.note} role="status">
      {t(lacksConnection ? 'offline.now' : 'offline.noAnswer')}
      {since !== 0 && ` ${t('offline.shown', { time })}`}
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
