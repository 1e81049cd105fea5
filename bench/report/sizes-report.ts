import type { MeasuredRow } from '../measure/measure-row.ts';
import type { MeasuredWorld } from './measured-world.ts';
import { milliseconds, table, whole } from './table.ts';

/** From so many times the median of the smallest world on, a row is said to bend … */
const BENDS_FROM = 3;
/** … if that is also so many milliseconds more. */
const WORTH_SAYING = 2;

/** The worlds side by side, and what bends from the smallest to the largest; nothing to say of a single one. */
export function sizesReport(worlds: readonly MeasuredWorld[]): string {
  const ordered = worlds.toSorted((first, second) => first.size - second.size);
  if (ordered.length < 2) return '';
  const rows = namesIn(ordered).map((name) => ({ name, across: ordered.map((world) => rowOf(world, name)) }));
  const columns = [
    { title: '' },
    ...ordered.map(({ size }) => ({ title: whole(size), isFigure: true })),
    { title: 'growth', isFigure: true },
  ];
  const cells = rows.map(({ name, across }) => [name, ...across.map(cellOf), growthText(across)]);
  const memory = ordered.map(
    ({ memory: { app, postgres } }) => `${megabytesOf(app)} / ${megabytesOf(postgres)}`,
  );
  const indexing = ordered.map((world) => whole(world.indexing.seconds));
  const bending = rows.filter(({ across }) => bends(across)).map(({ name }) => name);
  return [
    'Median / 99th percentile in milliseconds / requests a second, and after that their share of the bare route’s.',
    table(columns, [
      ...cells,
      ['from the start to the first list from memory, s', ...indexing, ''],
      ['memory of the app / of PostgreSQL, MB', ...memory, ''],
    ]),
    bendSentence(bending),
  ].join('\n\n');
}

function namesIn(worlds: readonly MeasuredWorld[]): string[] {
  return [
    ...new Set(
      worlds.flatMap(({ sections }) => sections.flatMap(({ rows }) => rows.map(({ name }) => name))),
    ),
  ];
}

function rowOf({ sections }: MeasuredWorld, name: string): MeasuredRow | undefined {
  return sections.flatMap(({ rows }) => rows).find((row) => row.name === name);
}

function cellOf(row: MeasuredRow | undefined): string {
  if (row === undefined || row.app.answers === 0) return '–';
  const { median, p99, requestsPerSecond } = row.app;
  const share = row.bare && ` / ${(requestsPerSecond / row.bare.requestsPerSecond).toFixed(2)}`;
  return `${milliseconds(median)} / ${milliseconds(p99)} / ${whole(requestsPerSecond)}${share ?? ''}`;
}

function megabytesOf(bytes: number | undefined): string {
  return bytes === undefined ? '–' : whole(bytes / 2 ** 20);
}

/** The median of the largest world as a multiple of the smallest one's; undefined when one of them has none. */
function growthOf(across: readonly (MeasuredRow | undefined)[]): number | undefined {
  const [first, last] = [across[0]?.app, across.at(-1)?.app];
  if (!first || !last || first.answers === 0 || last.answers === 0) return undefined;
  return last.median / first.median;
}

function growthText(across: readonly (MeasuredRow | undefined)[]): string {
  const growth = growthOf(across);
  return growth === undefined ? '–' : `× ${growth.toFixed(1)}`;
}

function bends(across: readonly (MeasuredRow | undefined)[]): boolean {
  const more = (across.at(-1)?.app.median ?? 0) - (across[0]?.app.median ?? 0);
  return (growthOf(across) ?? 0) >= BENDS_FROM && more >= WORTH_SAYING;
}

function bendSentence(names: readonly string[]): string {
  if (names.length === 0) return 'Nothing bends: no median grows threefold.';
  return `What bends, its median at least threefold and ${WORTH_SAYING} ms more in the largest world: ${names.join('; ')}.`;
}
