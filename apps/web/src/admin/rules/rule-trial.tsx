import type { NewRuleTrial, RuleTrial as Trial } from '@mutual-transfer/domain/matching/rule-trial';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api/client.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { Failure } from '../../ui/states/failure.tsx';
import { ActionFailure } from '../action-failure.tsx';
import { ruleTrialQuery } from '../admin.queries.ts';
import type { Column } from '../list/columns.ts';
import { DataTable } from '../list/data-table.tsx';

interface RuleTrialProps {
  readonly userId: string;
  /** Returns the change of the current form values. */
  readonly change: () => NewRuleTrial['rules'];
}

/** Shows the effect of a change of rules on a plan over the current requests. */
export function RuleTrial({ userId, change }: RuleTrialProps) {
  const { t } = useTranslation();
  const [id, setId] = useState<string>();
  const starting = useAction(
    () => callApi<Trial>('/admin/rules/trials', { method: 'POST', body: { rules: change() } }),
    (trial) => setId(trial._id),
  );
  const trial = useQuery({ ...ruleTrialQuery(userId, id ?? ''), enabled: id !== undefined });
  const isRunning =
    starting.isBusy || trial.data?.status === 'running' || (id !== undefined && trial.isPending);
  return (
    <div className={page.stack}>
      <div className={page.row}>
        <Button isBusy={isRunning} onClick={() => starting.run(undefined)}>
          {t('rules.try')}
        </Button>
        <p className={page.soft} role="status">
          {t(isRunning ? 'rules.trying' : 'rules.tryHint')}
        </p>
      </div>
      {!starting.isBusy && <ActionFailure error={starting.error} text={t('rules.failedTry')} />}
      {(trial.isError || trial.data?.status === 'failed') && <Failure text={t('rules.failedTry')} />}
      {trial.data?.figures && <Comparison figures={trial.data.figures} />}
    </div>
  );
}

function Comparison({ figures }: { figures: NonNullable<Trial['figures']> }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const rows = [
    ['teachers', formats.number],
    ['serviceNotStated', formats.number],
    ['moved', formats.number],
    ['share', formats.percent],
    ['movedInPairs', formats.number],
    ['bound', formats.number],
  ] as const;
  const columns: Column<(typeof rows)[number]>[] = [
    { id: 'figure', header: t('rules.figure'), value: ([name]) => t(`rules.figures.${name}`) },
    { id: 'now', header: t('rules.now'), value: ([name, format]) => format(figures.now[name]) },
    { id: 'changed', header: t('rules.changed'), value: ([name, format]) => format(figures.changed[name]) },
  ];
  return <DataTable columns={columns} keyOf={([name]) => name} label={t('rules.trial')} rows={rows} />;
}
