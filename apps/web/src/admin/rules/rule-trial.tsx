import type { NewRuleTrial, RuleTrial as Trial } from '@mutual-transfer/domain/matching/rule-trial';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api/client.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { ActionFailure } from '../action-failure.tsx';
import { ruleTrialQuery } from '../admin.queries.ts';
import { Cell, RowTitle, Table } from '../table.tsx';

interface RuleTrialProps {
  readonly token: string;
  /** Returns the change of the current form values. */
  readonly change: () => NewRuleTrial['rules'];
}

/** Shows the effect of a change of rules on a plan over the current requests. */
export function RuleTrial({ token, change }: RuleTrialProps) {
  const { t } = useTranslation();
  const [id, setId] = useState<string>();
  const starting = useAction(
    () => callApi<Trial>('/admin/rules/trials', { method: 'POST', body: { rules: change() } }),
    (trial) => setId(trial._id),
  );
  const trial = useQuery({ ...ruleTrialQuery(token, id ?? ''), enabled: id !== undefined });
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
  const columns = [t('rules.figure'), t('rules.now'), t('rules.changed')];
  const rows = [
    ['teachers', formats.number],
    ['serviceNotStated', formats.number],
    ['moved', formats.number],
    ['share', formats.percent],
    ['movedInPairs', formats.number],
    ['bound', formats.number],
  ] as const;
  return (
    <Table columns={columns} label={t('rules.trial')}>
      {rows.map(([name, format]) => (
        <tr key={name}>
          <RowTitle>{t(`rules.figures.${name}`)}</RowTitle>
          <Cell label={t('rules.now')}>{format(figures.now[name])}</Cell>
          <Cell label={t('rules.changed')}>{format(figures.changed[name])}</Cell>
        </tr>
      ))}
    </Table>
  );
}
