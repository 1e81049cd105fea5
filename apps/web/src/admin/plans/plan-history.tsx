import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import type { PlanEntry } from '@mutual-transfer/domain/matching/plan';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { Tag } from '../../ui/tag.tsx';
import { useWords } from '../admin-address.ts';
import { SpanFilter } from '../span-fields.tsx';
import { Cell, RowTitle, Table } from '../table.tsx';
import { usePlanFormats } from './plan-formats.ts';

interface PlanHistoryProps {
  readonly entries: readonly PlanEntry[];
  /** Id of the plan whose report is shown. */
  readonly shown: string | undefined;
  readonly onShow: (id: string) => void;
}

/** Finished plans: nightly ones and those started by administrators. */
export function PlanHistory({ entries, shown, onShow }: PlanHistoryProps) {
  const { t } = useTranslation();
  const { value: from } = useWords('from');
  const { value: to } = useWords('to');
  if (entries.length === 0) return null;
  const asked = entries.filter((entry) => {
    const day = dayInIndia(new Date(entry.finishedAt ?? entry.createdAt));
    return (from === '' || day >= from) && (to === '' || day <= to);
  });
  const columns = [
    t('plan.finished'),
    t('plan.goal'),
    t('plan.teachers'),
    t('plan.moved'),
    t('plan.by'),
    t('admin.actions'),
  ];
  return (
    <section aria-labelledby="plan-history" className={page.section}>
      <div>
        <h3 id="plan-history">{t('plan.history')}</h3>
        <p className={page.soft}>{t('plan.historyHint')}</p>
      </div>
      <SpanFilter />
      {asked.length === 0 && <p className={page.soft}>{t('common.nothingFound')}</p>}
      {asked.length > 0 && (
        <Table columns={columns} label={t('plan.history')}>
          {asked.map((entry) => (
            <PlanRow entry={entry} isShown={entry._id === shown} key={entry._id} onShow={onShow} />
          ))}
        </Table>
      )}
    </section>
  );
}

interface PlanRowProps {
  readonly entry: PlanEntry;
  readonly isShown: boolean;
  readonly onShow: (id: string) => void;
}

function PlanRow({ entry, isShown, onShow }: PlanRowProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { percent } = usePlanFormats();
  const date = formats.dateTime(entry.finishedAt ?? entry.createdAt);
  const count = (value: number | null) => (value === null ? '–' : formats.number(value));
  const goal = t('plan.goalText', { ring: formats.number(entry.maxRing), chance: percent(entry.survival) });
  return (
    <tr>
      <RowTitle>
        {date} {entry.isPublic && <Tag tone="good">{t('plan.isPublic')}</Tag>}
      </RowTitle>
      <Cell label={t('plan.goal')}>{goal}</Cell>
      <Cell label={t('plan.teachers')}>{count(entry.teachers)}</Cell>
      <Cell label={t('plan.moved')}>{count(entry.moved)}</Cell>
      <Cell label={t('plan.by')}>
        {entry.isNightly ? t('plan.byNight') : (entry.requestedBy ?? t('plan.byAdministrator'))}
      </Cell>
      <Cell label={t('admin.actions')}>
        {entry.status === 'completed' ? (
          <Button
            aria-pressed={isShown}
            aria-label={t('plan.showNamed', { date })}
            onClick={() => onShow(entry._id)}
          >
            {t('plan.show')}
          </Button>
        ) : (
          t(entry.status === 'failed' ? 'plan.isFailed' : 'plan.isCancelled')
        )}
      </Cell>
    </tr>
  );
}
