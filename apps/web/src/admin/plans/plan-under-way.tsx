import type { Plan } from '@mutual-transfer/domain/matching/plan';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ConfirmAction } from '../../form/confirm-action.tsx';
import { callApi } from '../../platform/api/client.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { planBoardQuery } from '../admin.queries.ts';
import { usePlanFormats } from './plan-formats.ts';

/** Shows the progress of the current plan, with a button to stop it. */
export function PlanUnderWay({ plan, userId }: { plan: Plan; userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { percent } = usePlanFormats();
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  return (
    <div className={page.near}>
      <h3 id={id}>{t(plan.status === 'queued' ? 'plan.queued' : 'plan.running')}</h3>
      <p className={page.soft}>
        {t('plan.asked', {
          ring: formats.number(plan.maxRing),
          chance: percent(plan.survival),
          date: formats.dateTime(plan.createdAt),
        })}
      </p>
      <div className={page.tight}>
        <progress aria-labelledby={id} max={1} value={plan.progress}>
          {percent(plan.progress)}
        </progress>
        <strong aria-hidden="true">{percent(Math.floor(plan.progress * 100) / 100)}</strong>
      </div>
      {plan.best && (
        <p className={page.soft}>
          {t('plan.bestSoFar', {
            moves: formats.number(Math.round(plan.best.moves)),
            bound: formats.number(Math.round(plan.best.bound)),
            gap: percent(plan.best.bound === 0 ? 0 : 1 - plan.best.moves / plan.best.bound),
          })}
        </p>
      )}
      <Button className={page.start} onClick={() => setAsking(true)}>
        {t('plan.cancel')}
      </Button>
      {isAsking && <CancelDialog onClose={() => setAsking(false)} plan={plan} userId={userId} />}
    </div>
  );
}

interface CancelDialogProps {
  readonly plan: Plan;
  readonly userId: string;
  readonly onClose: () => void;
}

function CancelDialog({ plan, userId, onClose }: CancelDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (
    <ConfirmAction
      act={() => callApi(`/admin/plans/${plan._id}`, { method: 'DELETE' })}
      onClose={onClose}
      onDone={() => client.invalidateQueries({ queryKey: planBoardQuery(userId).queryKey }).then(onClose)}
      text={t('plan.cancelText')}
      texts={{ confirm: t('plan.cancel'), cancel: t('plan.goOn'), failed: t('plan.failedCancel') }}
      title={t('plan.cancelTitle')}
    />
  );
}
