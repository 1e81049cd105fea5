import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { useNewVersion } from '../../platform/offline/use-new-version.ts';
import {
  isOld,
  sendAgain,
  useWaitingWrites,
  type WaitingWrite,
  type Write,
  withdraw,
} from '../../platform/offline/write-queue.ts';
import { dropUnsavedInput, hasUnsavedInput } from '../../platform/unsaved-input.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import page from '../../ui/page.module.css';
import classes from './offline-panel.module.css';
import { useConnection } from './use-connection.ts';

/** Offline panel below a member's header: age of the cached content, queued writes, and new versions. */
export default function OfflinePanel(): ReactNode {
  const since = useConnection();
  const waiting = useWaitingWrites();
  const { t } = useTranslation();
  const [isTooLate, setIsTooLate] = useState(false);
  const takeBack = async (one: WaitingWrite) => setIsTooLate(!(await withdraw(one)));
  return (
    <div className={`${page.tight} ${classes.panel}`}>
      <NewVersion />
      {since !== undefined && <NoConnection since={since} />}
      {waiting.map((one) => (
        <Waiting key={`${one.write.id} ${one.at}`} one={one} takeBack={takeBack} />
      ))}
      {isTooLate && (
        <p className={page.note} role="status">
          {t('offline.tooLate')}
        </p>
      )}
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
  const show = useNewVersion();
  const [isAsked, setAsked] = useState(false);
  if (show === undefined) return null;
  const loseInput = () => {
    dropUnsavedInput();
    show();
  };
  return (
    <>
      <div className={`${page.note} ${page.row}`} role="status">
        <p>{t('offline.newVersion')}</p>
        <Button onClick={() => (hasUnsavedInput() ? setAsked(true) : show())}>{t('offline.load')}</Button>
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

interface WaitingProps {
  readonly one: WaitingWrite;
  readonly takeBack: (one: WaitingWrite) => Promise<void>;
}

function Waiting({ one, takeBack }: WaitingProps) {
  const { t } = useTranslation();
  const [isPressed, setIsPressed] = useState(false);
  const press = () => {
    setIsPressed(true);
    void takeBack(one);
  };
  const { write, refusal } = one;
  const title = titleOf(write, t);
  const text = write.kind === 'answer' ? write.body.reason : write.body.message;
  return (
    <section aria-label={title} className={card.card}>
      <p>
        <strong>{title}</strong>
      </p>
      {text && <p className={card.text}>{text}</p>}
      <p role="status">
        {refusal === undefined
          ? t(isOld(one) ? 'offline.old' : 'offline.waits')
          : t('offline.refused', { reason: refusal })}
      </p>
      <div className={page.row}>
        {(refusal !== undefined || isOld(one)) && (
          <Button onClick={() => void sendAgain(one)}>
            {t(refusal === undefined ? 'offline.sendOld' : 'common.retry')}
          </Button>
        )}
        <Button isBusy={isPressed} kind="quiet" onClick={press}>
          {t('offline.withdraw')}
        </Button>
      </div>
    </section>
  );
}

function titleOf(write: Write, t: ReturnType<typeof useTranslation>['t']): string {
  if (write.kind === 'answer') return t(`offline.answer.${write.body.answer}`);
  return write.kind === 'alert' ? t('offline.alert', { name: write.name }) : t('offline.message');
}
