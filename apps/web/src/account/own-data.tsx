import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { RefundSentence } from '../payments/refund-sentence.tsx';
import { useErrorText } from '../platform/api/error-text.ts';
import { saveDownload } from '../platform/api/save-download.ts';
import { useAction } from '../platform/api/use-action.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { paymentStatusQuery } from '../platform/session/payment-status.ts';
import { useSession } from '../platform/session/session.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import page from '../ui/page.module.css';

/** Stored data of the user: notice, refund and download. */
export function OwnData() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { data: payment } = useQuery(paymentStatusQuery(useSession()));
  const { run, isBusy, error } = useAction(
    () => saveDownload('/auth/export'),
    () => {},
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
      </div>
    </div>
  );
}
