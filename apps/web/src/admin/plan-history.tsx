import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import type { PlanEntry } from '@mutual-transfer/domain/matching/plan';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import { Tag } from '../ui/tag.tsx';
import { AdminList } from './list/admin-list.tsx';
import type { Column } from './list/columns.ts';
import { useSpanFilters } from './list/filters.tsx';
import { useSearchParameter } from './list/list-address.ts';
import { usePlanFormats } from './plan-report.tsx';
import { Section } from './section.tsx';

interface PlanHistoryProps {
  entries: readonly PlanEntry[];
  /** Id of the plan whose report is shown. */
  shown: string | undefined;
  onShow: (id: string) => void;
}

export function PlanHistory({ entries, shown, onShow }: PlanHistoryProps) {
  const { t } = useTranslation();
  const { value: from } = useSearchParameter('from');
  const { value: to } = useSearchParameter('to');
  const filters = useSpanFilters();
  const columns = usePlanColumns(shown, onShow);
  if (entries.length === 0) return null;
  const asked = entries.filter((entry) => {
    const day = dayInIndia(new Date(entry.finishedAt ?? entry.createdAt));
    return (from === '' || day >= from) && (to === '' || day <= to);
  });
  return (
    <Section id="plan-history" lead={t('plan.historyHint')} level={3} title={t('plan.history')}>
      <AdminList
        columns={columns}
        empty={t('common.nothingFound')}
        filters={filters}
        keyOf={({ _id }) => _id}
        label={t('plan.history')}
        query={arrived}
        rows={asked}
      />
    </Section>
  );
}

/** Query state of a list that is part of a response which has already loaded. */
const arrived = { isPending: false, error: null, refetch: async () => undefined };

function usePlanColumns(shown: string | undefined, onShow: (id: string) => void): Column<PlanEntry>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const { percent } = usePlanFormats();
  const dateOf = ({ finishedAt, createdAt }: PlanEntry) => formats.dateTime(finishedAt ?? createdAt);
  const count = (value: number | null) => (value === null ? '–' : formats.number(value));
  return [
    {
      id: 'finished',
      header: t('plan.finished'),
      value: (entry) => (
        <>
          {dateOf(entry)} {entry.isPublic && <Tag tone="good">{t('plan.isPublic')}</Tag>}
        </>
      ),
    },
    {
      id: 'goal',
      header: t('plan.goal'),
      value: ({ maxRing, survival }) =>
        t('plan.goalText', { ring: formats.number(maxRing), chance: percent(survival) }),
    },
    { id: 'teachers', header: t('plan.teachers'), value: ({ teachers }) => count(teachers) },
    { id: 'moved', header: t('plan.moved'), value: ({ moved }) => count(moved) },
    {
      id: 'by',
      header: t('plan.by'),
      value: ({ isNightly, requestedBy }) =>
        isNightly ? t('plan.byNight') : (requestedBy ?? t('plan.byAdministrator')),
    },
    {
      id: 'actions',
      header: t('admin.actions'),
      value: (entry) =>
        entry.status === 'completed' ? (
          <Button
            aria-label={t('plan.showNamed', { date: dateOf(entry) })}
            aria-pressed={entry._id === shown}
            onClick={() => onShow(entry._id)}
          >
            {t('plan.show')}
          </Button>
        ) : (
          t(entry.status === 'failed' ? 'plan.isFailed' : 'plan.isCancelled')
        ),
    },
  ];
}
