import type { MeasuredWrite } from '../writes.ts';
import type { MeasuredWorld } from './measured-world.ts';
import { sectionTable } from './section-table.ts';
import { megabytes, milliseconds, table, whole } from './table.ts';

const figure = (title: string) => ({ title, isFigure: true });

/** Everything about one world in Markdown, its sections under headings of the fourth level. */
export function worldReport(world: MeasuredWorld): string {
  const parts = world.sections.map(({ title, rows }) => `#### ${title}\n\n${sectionTable(rows)}`);
  if (world.writes.length > 0) parts.push(`#### Writes of different people\n\n${writeTable(world.writes)}`);
  return [...parts, indexingSentence(world), memorySentence(world)].join('\n\n');
}

/** What the world holds, in a sentence. */
export function worldSentence({
  counts: { requests, active, teachers },
}: Pick<MeasuredWorld, 'counts'>): string {
  return `${whole(requests)} requests (${whole(active)} active) of ${whole(teachers)} teachers.`;
}

function writeTable(writes: readonly MeasuredWrite[]): string {
  const columns = [
    { title: '' },
    figure('one caller, ms'),
    figure('a second'),
    figure('many callers, ms'),
    figure('a second'),
    { title: 'seen waiting for a lock' },
  ];
  return table(columns, writes.map(cellsOfWrite));
}

function cellsOfWrite({ name, alone, together, locks }: MeasuredWrite): string[] {
  const failed = alone.refusals + alone.errors + together.refusals + together.errors;
  const waits = `${locks.waiting} of ${locks.looks} looks, at most ${locks.most} at once`;
  return [
    failed === 0 ? name : `${name} (${failed} failed)`,
    `${milliseconds(alone.median)} / ${milliseconds(alone.p99)}`,
    whole(alone.requestsPerSecond),
    `${milliseconds(together.median)} / ${milliseconds(together.p99)}`,
    whole(together.requestsPerSecond),
    waits,
  ];
}

function indexingSentence({ indexing: { seconds, meanwhile } }: MeasuredWorld): string {
  return (
    `After its start the app answered lists from the database for ${whole(seconds)} s, while it read its index: ` +
    `the first page in ${milliseconds(meanwhile.median)} / ${milliseconds(meanwhile.p99)} ms to one caller, ` +
    `${whole(meanwhile.answers)} times, and refused ${whole(meanwhile.refusals)} times.`
  );
}

function memorySentence({ memory: { app, postgres } }: MeasuredWorld): string {
  return (
    `Memory at its peak: the app ${megabytes(app)} MB, the plan it made at its start among it; ` +
    `PostgreSQL ${megabytes(postgres)} MB, what its processes share counted once.`
  );
}
