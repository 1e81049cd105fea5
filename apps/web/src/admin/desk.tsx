import { type Desk, seasonStages } from '@mutual-transfer/domain/administration/desk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { deskQuery } from './admin.queries.ts';
import classes from './desk.module.css';
import { QueryState } from './list/query-state.tsx';
import { Section } from './section.tsx';
import { searchOfList } from './sections.ts';

/** The season as one line of numbers of teachers, each a link to exactly these teachers. */
export function SeasonLine({ userId }: { userId: string }) {
  const { t } = useTranslation();
  // The overview shows the figures of now; the badges of the navigation may be older.
  const query = useQuery({ ...deskQuery(userId), staleTime: 0 });
  const { season, counts } = query.data ?? {};
  if (query.data && !(season && counts)) return null;
  return (
    <Section id="season-line" lead={t('admin.desk.lead')} title={t('admin.desk.title')}>
      <QueryState hasSkeletons={false} query={query} />
      {season && counts && <Stages counts={counts} isPlannedBefore={season.consent === 'before'} />}
      {query.data?.daysLeft != null && <DaysLeft days={query.data.daysLeft} />}
    </Section>
  );
}

function DaysLeft({ days: count }: { days: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return <p>{t('admin.desk.daysLeft', { count, formatted: formats.number(count) })}</p>;
}

interface StagesProps {
  counts: NonNullable<Desk['counts']>;
  /** Consents, and objections to a plan, are only of a season with consent before the plan. */
  isPlannedBefore: boolean;
}

function Stages({ counts, isPlannedBefore }: StagesProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const shown = seasonStages.filter(
    (stage) => isPlannedBefore || (stage !== 'consented' && stage !== 'objections'),
  );
  return (
    <ol className={classes.line}>
      {shown.map((stage) => (
        <li key={stage}>
          <Link to={{ search: searchOfList(counts[stage].list) }}>
            <strong>{formats.number(counts[stage].count)}</strong>
            <span>{t(`admin.desk.stages.${stage}`)}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
