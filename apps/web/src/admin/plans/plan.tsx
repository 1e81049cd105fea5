import type { PlanBoard } from '@mutual-transfer/domain/matching/plan';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { Empty } from '../../ui/states/empty.tsx';
import { Failure } from '../../ui/states/failure.tsx';
import { CardSkeletons } from '../../ui/states/skeletons.tsx';
import { planBoardQuery, planQuery, rulesQuery } from '../admin.queries.ts';
import { QueryState } from '../query-state.tsx';
import { Section } from '../sections/section.tsx';
import { PlanForm } from './plan-form.tsx';
import { PlanHistory } from './plan-history.tsx';
import { isUnderWay, lostPlan } from './plan-progress.ts';
import { PlanReport } from './plan-report.tsx';
import { PlanUnderWay } from './plan-under-way.tsx';

/**
 * Plan of the rings possible in the whole state: report of the latest or an earlier plan, progress of the current one, form for the next.
 */
export function PlanSection({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const board = useQuery(planBoardQuery(userId));
  const rules = useQuery(rulesQuery(userId));
  return (
    <Section id="plan" lead={t('plan.lead')} title={t('plan.title')}>
      {(board.isError || rules.isError) && (
        <Failure
          onRetry={() => void Promise.all([board.refetch(), rules.refetch()])}
          text={t('admin.failed')}
        />
      )}
      {(board.isPending || rules.isPending) && <CardSkeletons label={t('common.loading')} />}
      {board.data && rules.data && <NextPlan board={board.data} rules={rules.data.rules} userId={userId} />}
      {board.data && <Plans board={board.data} userId={userId} />}
    </Section>
  );
}

/** Report of the latest or the selected plan, and the list to select from. */
function Plans({ board: { latest, history }, userId }: { board: PlanBoard; userId: string }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(latest?._id);
  const [known, setKnown] = useState(latest?._id);
  // Selects a plan that has just been completed, because the administrator waited for it.
  if (latest?._id !== known) {
    setKnown(latest?._id);
    setChosen(latest?._id);
  }
  const isFormer = chosen !== latest?._id;
  const former = useQuery({ ...planQuery(userId, chosen ?? ''), enabled: isFormer });
  const shown = isFormer ? former.data : latest;
  if (latest === null) return <Empty level={3} text={t('plan.noneHint')} title={t('plan.none')} />;
  return (
    <>
      <QueryState hasSkeletons={isFormer} query={former} />
      {shown && <PlanReport plan={shown} />}
      <PlanHistory entries={history} onShow={setChosen} shown={shown?._id} />
    </>
  );
}

/** Shows the progress of the next plan, or the form that starts one. */
function NextPlan({ board, rules, userId }: { board: PlanBoard; rules: Rules; userId: string }) {
  const { t } = useTranslation();
  const [watched, setWatched] = useState<string>();
  const { current } = board;
  if (current !== null && current._id !== watched) setWatched(current._id);
  const lost = lostPlan(board, watched);
  // Stale immediately, because the cached response may be from before the end of the plan.
  const ended = useQuery({ ...planQuery(userId, lost ?? ''), enabled: lost !== undefined, staleTime: 0 });
  const status = lost === undefined ? undefined : ended.data?.status;
  return (
    <div className={card.card}>
      {status === 'failed' && <Failure text={t('plan.failed')} />}
      <p className={page.done} role="status">
        {status === 'cancelled' && t('plan.cancelled')}
      </p>
      {isUnderWay(current) ? (
        <PlanUnderWay plan={current} userId={userId} />
      ) : (
        <PlanForm
          largestGroup={rules.largestGroup}
          onStarted={({ _id }) => setWatched(_id)}
          userId={userId}
        />
      )}
    </div>
  );
}
