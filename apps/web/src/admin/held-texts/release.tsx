import type { HeldText } from '@mutual-transfer/domain/administration/held-text';
import { callApi } from '../../platform/api/client.ts';
import { useErrorText } from '../../platform/api/error-text.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import card from '../../ui/card.module.css';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';

interface ReleaseProps {
  readonly text: HeldText;
  readonly onClose: () => void;
  readonly onDone: (notice: string) => void;
  readonly onRefused: (error: unknown) => void;
}

/** Dialog that releases a held text as it is shown here. */
export function Release({ text, onClose, onDone, onRefused }: ReleaseProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const releasing = useAction(
    () => callApi(`/admin/held-texts/${text._id}/release`, { method: 'POST', tag: text.tag }),
    () => onDone(t('admin.held.released')),
    onRefused,
  );
  return (
    <ConfirmDialog
      failure={releasing.error === null ? undefined : errorText(releasing.error, t('admin.failed'))}
      isBusy={releasing.isBusy}
      isHarmless
      onClose={onClose}
      onConfirm={() => releasing.run(undefined)}
      text={t(text.kind === 'request' ? 'admin.held.releaseRequest' : 'admin.held.releaseMessage')}
      texts={{ confirm: t('admin.held.release'), cancel: t('admin.cancel') }}
      title={t('admin.held.releaseTitle', { name: text.writer.name })}
    >
      {text.texts.map((paragraph, index) => (
        // The texts of one request never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <p className={card.text} key={index}>
          {paragraph}
        </p>
      ))}
    </ConfirmDialog>
  );
}
