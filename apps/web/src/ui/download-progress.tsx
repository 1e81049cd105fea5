import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import type { ReceivedBytes } from '../platform/save-download.ts';
import page from './page.module.css';

/** How much of a file has arrived. Shows nothing while none is on its way. */
export function DownloadProgress({ received }: { received: ReceivedBytes | undefined }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (received === undefined) return null;
  const { bytes, total } = received;
  return (
    <p className={page.soft}>
      {total === undefined
        ? t('common.received', { size: formats.megabytes(bytes) })
        : t('common.receivedOf', { size: formats.megabytes(bytes), total: formats.megabytes(total) })}
    </p>
  );
}
