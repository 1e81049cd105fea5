import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { RefundSentence } from '../payments/refund-sentence.tsx';
import { callApi } from '../platform/api/client.ts';
import { useErrorText } from '../platform/api/error-text.ts';
import { useAction } from '../platform/api/use-action.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { paymentStatusQuery } from '../platform/session/payment-status.ts';
import { useSession } from '../platform/session/session.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import page from '../ui/page.module.css';
import { saveAsFile } from '../ui/save-as-file.ts';
import { DeleteAccount } from './delete-account.tsx';

/** Stored data of the user: view, download and erase. */
export function OwnData() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [isDeleting, setDeleting] = useState(false);
  const { data: payment } = useQuery(paymentStatusQuery(useSession()));
  const { run, isBusy, error } = useAction(
    () => callApi<unknown>('/auth/export'),
    (data) => {
      const json = JSON.stringify(data, null, 2);
      saveAsFile('mutual-transfer-account.json', new Blob([json], { type: 'application/json' }));
    },
  );
  return (
    <div className={page.stack}>
      <p>
        {t('account.dataHint')} <Link to={paths.notice}>{t('account.readNotice')}</Link>
      </p>
      {payment?.refund && <RefundSentence refund={payment.refund} />}
      {error !== null && <Failure text={errorText(error, t('account.failedDownload'))} />}
      <div className={page.buttons}>
        <Button isBusy={isBusy} onClick={() => run(undefined)}>
          <IconDownload aria-hidden="true" size={18} />
          {t('account.download')}
        </Button>
        <Button onClick={() => setDeleting(true)}>
          <IconTrash aria-hidden="true" size={18} />
          {t('account.delete')}
        </Button>
      </div>
      {isDeleting && <DeleteAccount onClose={() => setDeleting(false)} />}
    </div>
  );
}
