import { IconDownload, IconFileText } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { RefundSentence } from '../payments/refund-sentence.tsx';
import { loadTexts, useTranslation } from '../platform/i18n/language.tsx';
import { useMe } from '../platform/me.ts';
import { paths } from '../platform/paths.ts';
import { useDownload } from '../platform/save-download.ts';
import { Button } from '../ui/button.tsx';
import { DownloadProgress } from '../ui/download-progress.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import page from '../ui/page.module.css';
import { CardSkeletons } from '../ui/states.tsx';

// Loaded late, because it imports the labels of all stored fields.
const OwnRecord = lazyPart(async () => {
  await loadTexts(['record']);
  return import('./own-record.tsx');
});

/** Part of the account about the stored data: privacy notice, refund, download of the data, and the data as a page. */
export function OwnData({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const payment = useMe().data?.payment;
  const [isOpen, setOpen] = useState(false);
  const { run, isBusy, error, received } = useDownload('/auth/export');
  return (
    <div className={page.stack}>
      <p>
        {t('account.dataHint')} <Link to={paths.notice}>{t('account.readNotice')}</Link>
      </p>
      {payment?.refund && <RefundSentence refund={payment.refund} />}
      <DownloadProgress received={received} />
      <CallFailure error={error} text={t('account.failedDownload')} />
      <div className={page.buttons}>
        <Button isBusy={isBusy} onClick={() => run()}>
          <IconDownload aria-hidden="true" size={18} />
          {t('account.download')}
        </Button>
        {!isOpen && (
          <Button kind="soft" onClick={() => setOpen(true)}>
            <IconFileText aria-hidden="true" size={18} />
            {t('account.readHere')}
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense fallback={<CardSkeletons />}>
          <OwnRecord userId={userId} />
        </Suspense>
      )}
    </div>
  );
}
