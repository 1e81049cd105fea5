import { MOST_DEEP_MINUTES, type Plan, type PlanBoard } from '@mutual-transfer/domain/matching/plan';
import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ConfirmAction } from '../form/dialogs.tsx';
import { Form, SubmitRow } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { SelectField } from '../ui/fields/select-field.tsx';
import page from '../ui/page.module.css';
import { CardSkeletons, Empty, Failure } from '../ui/states.tsx';
import { isPlanUnderWay, lostPlan, planBoardQuery, planQuery, rulesQuery } from './admin.queries.ts';
import { groupSizes, useGroupSizeText } from './group-sizes.ts';
import { ActionFailure, QueryState } from './list/query-state.tsx';
import { PlanHistory } from './plan-history.tsx';
import { PlanReport, usePlanFormats } from './plan-report.tsx';
import { Section } from './section.tsx';

/** Shows the progress of the current plan, with a button to stop it. */
function PlanUnderWay({ plan, userId }: { plan: Plan; userId: string }) {
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

function CancelDialog({ plan, userId, onClose }: { plan: Plan; userId: string; onClose: () => void }) {
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

const chances = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5];

const deepTimes = [0, 1, 5, 15, MOST_DEEP_MINUTES];

interface PlanFormProps {
  userId: string;
  /** Maximum number of teachers in a ring that the rules allow. */
  largestGroup: number;
  onStarted: (plan: Plan) => void;
}

function PlanForm({ userId, largestGroup, onStarted }: PlanFormProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { percent } = usePlanFormats();
  const sizeText = useGroupSizeText();
  const client = useQueryClient();
  const form = useForm({
    initial: { maxRing: String(largestGroup), survival: '1', deepMinutes: '0' },
    // The selects offer only values that the API accepts.
    check: () => ({}),
    send: ({ maxRing, survival, deepMinutes }) =>
      callApi<Plan>('/admin/plans', {
        method: 'POST',
        body: {
          maxRing: Number(maxRing),
          survival: Number(survival),
          deepMinutes: Number(deepMinutes),
        },
      }),
    onDone: (started) => {
      onStarted(started);
      return client.invalidateQueries({ queryKey: planBoardQuery(userId).queryKey });
    },
  });
  return (
    <Form form={form}>
      <h3>{t('plan.new')}</h3>
      <div className={page.columns}>
        <SelectField
          label={t('plan.maxRing')}
          options={groupSizes(largestGroup).map((size) => ({ value: String(size), label: sizeText(size) }))}
          {...form.text('maxRing')}
        />
        <SelectField
          label={t('plan.survival')}
          options={chances.map((chance) => ({ value: String(chance), label: percent(chance) }))}
          {...form.text('survival')}
        />
        <SelectField
          label={t('plan.deepMinutes')}
          options={deepTimes.map((count) => ({
            value: String(count),
            label:
              count === 0
                ? t('plan.deepNone')
                : t('plan.deepFor', { count, formatted: formats.number(count) }),
          }))}
          {...form.text('deepMinutes')}
        />
      </div>
      <div className={page.columns}>
        <p className={page.soft}>{t('plan.survivalHint')}</p>
        <SubmitRow
          failed={(error) => <ActionFailure error={error} text={t('plan.failedStart')} />}
          form={form}
          texts={{ submit: t('plan.start') }}
        />
      </div>
    </Form>
  );
}

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
      {(board.isPending || rules.isPending) && <CardSkeletons />}
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
      {isPlanUnderWay(current) ? (
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
