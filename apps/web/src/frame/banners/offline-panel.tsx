import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { loadNewVersion, useNewVersion } from '../../platform/offline/use-new-version.ts';
import { dropUnsavedInput, hasUnsavedInput } from '../../platform/unsaved-input.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import page from '../../ui/page.module.css';
import classes from './offline-panel.module.css';
import { useConnection } from './use-connection.ts';

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
