import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CallFailure } from '../../form/call-failure.tsx';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { isSubscribed, NotAllowed, subscribe, unsubscribe } from '../../platform/session/push-device.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';

const KEY = ['push-device'];

/** Switches push notices for this browser. */
export function OwnDevice({ pushKey }: { pushKey: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: isOn } = useQuery({ queryKey: KEY, queryFn: isSubscribed });
  const refresh = () => client.invalidateQueries({ queryKey: KEY });
  const change = useAction(() => (isOn ? unsubscribe() : subscribe(pushKey)), refresh);
  const { error } = change;
  const refused = error instanceof NotAllowed ? t('notices.refused') : t('notices.failed');
  return (
    <div className={page.stack}>
      <CallFailure error={error} text={refused} />
      <div className={page.buttons}>
        <Button isBusy={change.isBusy} onClick={() => change.run()}>
          {t(isOn ? 'notices.unsubscribe' : 'notices.subscribe')}
        </Button>
      </div>
    </div>
  );
}
