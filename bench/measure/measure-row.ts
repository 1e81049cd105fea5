import type { Row } from '../rows.ts';
import type { Stage } from '../servers/stage.ts';
import { type Answered, answeredIn, type Taken } from './figures.ts';
import { load, rotated } from './load.ts';

/** The figures of a row, and those of the bare route if the row is limited to a share of it. */
export interface MeasuredRow {
  readonly name: string;
  readonly limits: Row['limits'];
  readonly app: Answered;
  readonly bare?: Answered | undefined;
}

/** Duration and number of callers of each row. */
export interface Pace {
  readonly connections: number;
  readonly seconds: number;
}

/** Calls before the measurement compile and cache what later calls reuse. */
const WARMING_SECONDS = 1;
/** Additional time if no call was answered: as long as the app lets a statement run. */
const TIMEOUT_SECONDS = 15;
/** The app and the bare route take turns, so that a slow minute of the machine changes both and not their ratio. */
const TURNS = 2;

interface Target {
  readonly base: string;
  readonly calls: Row['calls'];
}

/** Measures the app and, in turns with it, the bare route. */
export async function measureRow(
  { name, limits, calls, connections }: Row,
  stage: Stage,
  given: Pace,
): Promise<MeasuredRow> {
  const targets = [{ base: stage.app.base, calls }];
  if (limits.share !== undefined) targets.push({ base: stage.bare.base, calls: [{ path: '/' }] });
  const pace = { ...given, connections: connections ?? given.connections };
  const [app, bare] = await measureInTurns(stage, targets, pace);
  if (app === undefined) throw new Error(`${name} was not measured.`);
  return { name, limits, app, bare };
}

async function measureInTurns(stage: Stage, targets: readonly Target[], pace: Pace): Promise<Answered[]> {
  const measured = targets.map((target) => ({ ...target, takes: [] as Taken[] }));
  for (const target of measured) await take(stage, target, pace, WARMING_SECONDS);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const { base, calls, takes } of measured) {
      // Each turn begins with other calls than the last one.
      const later = { base, calls: rotated(calls, Math.floor((turn * calls.length) / TURNS)) };
      takes.push(await take(stage, later, pace, Math.ceil(pace.seconds / TURNS)));
    }
  }
  const answers: Answered[] = [];
  for (const target of measured) {
    const isAnswered = target.takes.every(({ milliseconds }) => milliseconds.length > 0);
    const longer = pace.seconds + TIMEOUT_SECONDS;
    answers.push(answeredIn(isAnswered ? target.takes : [await take(stage, target, pace, longer)]));
  }
  return answers;
}

/** Calls that were in flight at the end leave statements behind; waits for those before the next figure is taken. */
async function take(stage: Stage, target: Target, { connections }: Pace, seconds: number): Promise<Taken> {
  const taken = await load({ ...target, connections, seconds });
  await stage.untilIdle();
  return taken;
}
