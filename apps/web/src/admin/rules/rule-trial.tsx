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
  /** Change of the current form values. */
  readonly change: NewRuleTrial['rules'];
}

/** A started trial, with the change that it tries. */
interface Tried {
  readonly id: string;
  readonly change: NewRuleTrial['rules'];
}

/** Shows the effect of a change of rules on a plan over the current requests, until the form has other values. */
export function RuleTrial({ userId, change }: RuleTrialProps) {
  const { t } = useTranslation();
  const { run, state, startError, hasFailed, figures } = useRuleTrial(userId, change);
  return (
    <div className={page.stack}>
      <div className={page.row}>
        <Button isBusy={state === 'running'} onClick={() => run(change)}>
          {t('rules.try')}
        </Button>
        <p className={page.soft} role="status">
          {t(hints[state])}
        </p>
      </div>
      <ActionFailure error={startError} text={t('rules.failedTry')} />
      {hasFailed && <Failure text={t('rules.failedTry')} />}
      {figures && <Comparison figures={figures} />}
    </div>
  );
}

const hints = { running: 'rules.trying', outdated: 'rules.tryAgain', current: 'rules.tryHint' } as const;

/** Starts trials, and returns the figures of the last one while the form still has its values. */
function useRuleTrial(userId: string, change: RuleTrialProps['change']) {
  const [tried, setTried] = useState<Tried>();
  const { run, isBusy, error } = useAction(start, setTried);
  const trial = useQuery({ ...ruleTrialQuery(userId, tried?.id ?? ''), enabled: tried !== undefined });
  const isPending = tried !== undefined && (trial.isPending || trial.data?.status === 'running');
  const isOutdated = tried !== undefined && JSON.stringify(tried.change) !== JSON.stringify(change);
  const idle = isOutdated ? 'outdated' : 'current';
  return {
    run,
    state: isBusy || isPending ? ('running' as const) : idle,
    startError: isBusy ? null : error,
    hasFailed: trial.isError || trial.data?.status === 'failed',
    figures: isOutdated ? null : trial.data?.figures,
  } as const;
}

async function start(change: RuleTrialProps['change']): Promise<Tried> {
  const body = { rules: change };
  const { _id: id } = await callApi<Trial>('/admin/rules/trials', { method: 'POST', body });
  return { id, change };
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
