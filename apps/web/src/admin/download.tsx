import { IconDownload } from '@tabler/icons-react';
import { askApi } from '../platform/api/client.ts';
import { useAction } from '../platform/api/use-action.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { Button } from '../ui/button.tsx';
import { saveAsFile } from '../ui/save-as-file.ts';
import { ActionFailure } from './action-failure.tsx';

/** Download of a table of the panel as a spreadsheet file. The server writes each download to the audit log. */
export function Download({ path, file }: { path: string; file: string }) {
  const { t } = useTranslation();
  const { run, isBusy, error } = useAction(
    async () => (await askApi(path)).blob(),
    (rows) => saveAsFile(file, rows),
  );
  return (
    <>
      <Button isBusy={isBusy} onClick={() => run(undefined)}>
        <IconDownload aria-hidden="true" size={18} />
        {t('admin.download')}
      </Button>
      {!isBusy && <ActionFailure error={error} text={t('admin.failedDownload')} />}
    </>
  );
}
