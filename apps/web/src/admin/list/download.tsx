import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useDownload } from '../../platform/save-download.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadProgress } from '../../ui/download-progress.tsx';
import { ActionFailure } from './query-state.tsx';

interface DownloadProps {
  path: string;
  /** Label of the button. Defaults to the label of a CSV download. */
  text?: string;
}

/** Button that downloads a file of the Admin Panel. The server writes each download to the audit log. */
export function Download({ path, text }: DownloadProps) {
  const { t } = useTranslation();
  const { run, isBusy, error, received } = useDownload(path);
  return (
    <>
      <Button isBusy={isBusy} onClick={() => run()}>
        <IconDownload aria-hidden="true" size={18} />
        {text ?? t('admin.download')}
      </Button>
      <DownloadProgress received={received} />
      {!isBusy && <ActionFailure error={error} text={t('admin.failedDownload')} />}
    </>
  );
}
