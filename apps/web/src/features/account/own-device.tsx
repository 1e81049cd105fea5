import type { NoticeSettings } from '@mutual-transfer/domain/notice-settings';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { noticeSettingsQuery } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';

interface OwnDeviceProps {
  readonly settings: NoticeSettings['data'];
  readonly token: string;
}

/** The person did not allow notices, or the browser has none. */
class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
}

/** Whether this browser takes notices, and how to change that. */
export function OwnDevice({ settings, token }: OwnDeviceProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: noticeSettingsQuery(token).queryKey });
  const adding = useAction(() => subscribe(settings.pushKey ?? ''), refresh);
  const removing = useAction(() => unsubscribe(), refresh);
  const { error } = adding;
  const refused = error instanceof NotAllowed ? t('notices.refused') : t('notices.failed');
  const change = settings.pushDevices > 0 ? removing : adding;
  return (
    <div className={page.stack}>
      {error !== null && <Failure text={errorText(error, refused)} />}
      <div className={page.buttons}>
        <Button isBusy={change.isBusy} onClick={() => change.run(undefined)}>
          {t(settings.pushDevices > 0 ? 'notices.unsubscribe' : 'notices.subscribe')}
        </Button>
      </div>
    </div>
  );
}

/** Asks the person and the browser, and tells the server where notices go. @throws {NotAllowed} */
async function subscribe(key: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) throw new NotAllowed();
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed();
  const registration = await navigator.serviceWorker.register('/service-worker.js');
  await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  await callApi('/notices/devices', { method: 'POST', body: { endpoint, keys } });
}

/** Ends the subscription here and on the server. */
async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await callApi('/notices/devices', { method: 'DELETE', body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}
