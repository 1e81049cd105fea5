import type { Season } from '@mutual-transfer/domain/agreements/round';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import { BarChart, FigureList } from '../ui/charts.tsx';

import page from '../ui/page.module.css';
import type { Column } from './list/columns.ts';
import { DataTable } from './list/data-table.tsx';

const counts = ['proposals', 'agreements', 'completions'] as const;

/** Figures of all rounds and of the swaps proposed by teachers. */
export function SeasonFigures({ season }: { season: Season }) {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  const names = useNames();
  const { bySize, byStratum, reasons } = season;
  return (
    <article className={card.card}>
      <h3>{t('rounds.season')}</h3>
      <Sums season={season} />
      {bySize.length > 0 && (
        <Counted
          label={t('rounds.bySize')}
          rows={bySize.map((row) => ({
            ...row,
            name: t('rounds.groupOf', { number: formats.number(row.size) }),
          }))}
        />
      )}
      {byStratum.length > 0 && (
        <Counted
          label={t('rounds.byStratum')}
          rows={byStratum.map((row) => ({
            ...row,
            name: [
              names.subject(row.subject),
              names.classLevel(row.classRange),
              ...(row.category === null ? [] : [names.category(row.category)]),
            ].join(', '),
          }))}
        />
      )}
      {reasons.length > 0 && (
        <>
          <h4>{t('rounds.reasons')}</h4>
          <BarChart
            bars={reasons.map(({ reason, count }) => ({
              id: reason,
              label: say(`ended.${reason}`),
              value: count,
              text: formats.number(count),
            }))}
            columns={[t('rounds.reason'), t('rounds.count')]}
            label={t('rounds.reasons')}
          />
        </>
      )}
      <Words words={season.words} />
    </article>
  );
}

function Sums({ season }: { season: Season }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { survival, yesShare, hoursToAnswer } = season;
  const time = (hours: number) =>
    formats.duration(Math.max(1, Math.round(hours * 60)), hours < 1 ? ['minute'] : ['hour']);
  const shareOf = (key: 'ofProposals' | 'ofAgreements', name: string, part: number, whole: number) =>
    whole === 0 ? name : t(`rounds.${key}`, { name, share: formats.percent(part / whole) });
  const { proposals, agreements, completions } = season;
  return (
    <FigureList
      facts={[
        [t('rounds.proposals'), formats.number(proposals)],
        [shareOf('ofProposals', t('rounds.agreements'), agreements, proposals), formats.number(agreements)],
        [
          shareOf('ofAgreements', t('rounds.completions'), completions, agreements),
          formats.number(completions),
        ],
        ...(['moved', 'declared', 'ready'] as const).map(
          (name) => [t(`rounds.${name}`), formats.number(season[name])] as const,
        ),
        ...(survival === null ? [] : [[t('rounds.survival'), formats.percent(survival)] as const]),
        ...(yesShare === null ? [] : [[t('rounds.yesShare'), formats.percent(yesShare)] as const]),
        ...(hoursToAnswer === null
          ? []
          : [
              [t('rounds.median'), time(hoursToAnswer.median)] as const,
              [t('rounds.ninetieth'), time(hoursToAnswer.ninetieth)] as const,
            ]),
      ]}
    />
  );
}

interface CountedRow {
  name: string;
  proposals: number;
  agreements: number;
  completions: number;
}

function Counted({ label, rows }: { label: string; rows: readonly CountedRow[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns: Column<CountedRow>[] = [
    { id: 'group', header: t('rounds.group'), value: ({ name }) => name },
    ...counts.map((count) => ({
      id: count,
      header: t(`rounds.${count}`),
      value: (row: CountedRow) => formats.number(row[count]),
    })),
  ];
  return (
    <details>
      <summary>
        <h4>{label}</h4>
      </summary>
      <DataTable columns={columns} keyOf={({ name }) => name} label={label} rows={rows} />
    </details>
  );
}

/** Reasons that members gave for declining, without their names. */
function Words({ words }: Pick<Season, 'words'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (words.length === 0) return null;
  return (
    <>
      <h4>{t('rounds.words')}</h4>
      <ul>
        {words.map(({ words: text, at }) => (
          <li key={`${at} ${text}`}>
            {text} <span className={page.soft}>{formats.date(at)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
