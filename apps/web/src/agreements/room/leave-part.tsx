import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { useState } from 'react';
import { CallFailure } from '../../form/call-failure.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { LeaveDialog } from './leave-dialog.tsx';
import { useAgreementChange } from './use-agreement-change.ts';

/** Button "I cannot do this any more", with the consequences for the other members. */
export function LeavePart({ agreement: { _id } }: { agreement: Agreement }) {
  const { t } = useTranslation();
  const [isLeaving, setLeaving] = useState(false);
  const leaving = useAgreementChange<{ reason: string }>(_id, 'leave', () => setLeaving(false));
  return (
    <div className={page.row}>
      <Button kind="quiet" onClick={() => setLeaving(true)}>
        {t('agreements.leave')}
      </Button>
      {isLeaving && (
        <LeaveDialog
          failure={<CallFailure error={leaving.error} text={t('common.failed')} />}
          isBusy={leaving.isBusy}
          onClose={() => setLeaving(false)}
          onConfirm={(reason) => leaving.run({ reason })}
          text={t('agreements.leaveText')}
          title={t('agreements.leave')}
        />
      )}
    </div>
  );
}
