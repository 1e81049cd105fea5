import type { HeldText } from '@mutual-transfer/domain/administration/held-text';
import { ConfirmAction } from '../../form/confirm-action.tsx';
import { callApi } from '../../platform/api/client.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { HeldParagraphs } from './held-paragraphs.tsx';

interface ReleaseProps {
  readonly text: HeldText;
  readonly onClose: () => void;
  readonly onDone: (notice: string) => void;
  readonly onRefused: (error: unknown) => void;
}

/** Dialog that shows a held text and releases that version of it. */
export function Release({ text, onClose, onDone, onRefused }: ReleaseProps) {
  const { t } = useTranslation();
  return (
    <ConfirmAction
      act={() => callApi(`/admin/held-texts/${text._id}/release`, { method: 'POST', tag: text.tag })}
      isHarmless
      onClose={onClose}
      onDone={() => onDone(t('admin.held.released'))}
      onFailed={onRefused}
      text={t(text.kind === 'request' ? 'admin.held.releaseRequest' : 'admin.held.releaseMessage')}
      texts={{ confirm: t('admin.held.release'), cancel: t('admin.cancel'), failed: t('admin.failed') }}
      title={t('admin.held.releaseTitle', { name: text.writer.name })}
    >
      <HeldParagraphs texts={text.texts} />
    </ConfirmAction>
  );
}
