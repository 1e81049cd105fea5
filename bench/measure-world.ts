import { dashboardRows, measureDashboard } from './dashboard.ts';
import { type MeasuredRow, measureRow, type Pace } from './measure/measure-row.ts';
import { type BenchOptions, OptionError } from './options.ts';
import type { MeasuredWorld } from './report/measured-world.ts';
import { lineOf } from './report/section-table.ts';
import { sectionsOf } from './rows.ts';
import { type Stage, setStage } from './servers/stage.ts';
import { postgresMemory } from './world/memory.ts';
import type { SeededWorld } from './world/seeded-world.ts';
import { measureWrites } from './writes.ts';

/** A row by its name, and how it is measured. */
interface Measurement {
  readonly name: string;
  readonly measure: () => Promise<MeasuredRow>;
}

/** In larger worlds the queries of an app without its index take longer than the app lets a query run. */
const MOST_FOR_PLAIN = 1_000_000;

/** Measures all that was asked for in one world. */
export async function measureWorld(
  world: SeededWorld,
  options: BenchOptions,
  pace: Pace,
  say: (line: string) => void,
): Promise<MeasuredWorld> {
  const stage = await setStage(world);
  const isWanted = (name: string) => name.toLowerCase().includes(options.only.toLowerCase());
  const peak = new PeakMemory(stage);
  try {
    const sections: { title: string; rows: MeasuredRow[] }[] = [];
    for (const { title, measurements } of measurementsOf(stage, pace, world)) {
      const rows: MeasuredRow[] = [];
      for (const { name, measure } of measurements.filter((each) => isWanted(each.name))) {
        const row = await measure();
        say(lineOf({ ...row, name }));
        rows.push(row);
        await peak.look();
      }
      if (rows.length > 0) sections.push({ title, rows });
    }
    const writes = await measureWrites(stage, pace, isWanted);
    if (sections.length === 0 && writes.length === 0) {
      throw new OptionError(`No row’s name holds “${options.only}”.`);
    }
    await peak.look();
    const memory = { app: await stage.app.peakMemory(), postgres: peak.bytes };
    const { indexing } = stage;
    return { size: world.size, counts: world.counts, indexing, sections, writes, memory };
  } finally {
    await stage.close();
  }
}

function measurementsOf(
  stage: Stage,
  pace: Pace,
  { size, counts }: SeededWorld,
): { title: string; measurements: Measurement[] }[] {
  const sections = sectionsOf(stage.samples, counts.active).map(({ title, rows }) => ({
    title,
    measurements: rows.map((row) => ({
      name: row.name,
      measure: () => measureRow({ ...row, hasPlain: row.hasPlain && size <= MOST_FOR_PLAIN }, stage, pace),
    })),
  }));
  const dashboard = dashboardRows.map((row) => ({
    name: row.name,
    measure: () => measureDashboard(row, stage, pace),
  }));
  return [...sections, { title: 'The dashboard of a teacher', measurements: dashboard }];
}

/** PostgreSQL does not say what its peak was, so it is looked at after each row. */
class PeakMemory {
  readonly #stage: Stage;
  bytes: number | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  async look(): Promise<void> {
    const now = await postgresMemory(this.#stage.observer);
    if (now !== undefined) this.bytes = Math.max(this.bytes ?? 0, now);
  }
}
