import type { Plan } from '@mutual-transfer/domain/matching/plan';
import { IconDownload } from '@tabler/icons-react';
import { askApi } from '../../platform/api/client.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { saveAsFile } from '../../platform/save-as-file.ts';
import { Button } from '../../ui/button.tsx';
import { ActionFailure } from '../action-failure.tsx';

const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** Download of the plan's rings as a spreadsheet file. */
export function PlanDownload({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const { run, isBusy, error } = useAction(
    async () => (await askApi(`/admin/plans/${plan._id}/rings.csv`)).blob(),
    (rings) => saveAsFile(`mutual-transfer-rings-${plan.createdAt.slice(0, DATE_LENGTH)}.csv`, rings),
  );
  return (
    <>
      <Button isBusy={isBusy} onClick={() => run(undefined)}>
        <IconDownload aria-hidden="true" size={18} />
        {t('plan.download')}
      </Button>
      {!isBusy && <ActionFailure error={error} text={t('plan.failedDownload')} />}
    </>
  );
}
