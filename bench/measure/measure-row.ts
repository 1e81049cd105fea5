import type { Row } from '../rows.ts';
import type { RecordedCall } from '../servers/recorded-query.ts';
import type { Stage } from '../servers/stage.ts';
import { type Answered, answeredIn, type Taken } from './figures.ts';
import { load, rotated } from './load.ts';
import { pgbench } from './pgbench.ts';

/** A row's figures, those of the same queries without the app beside them; undefined where there is nothing to compare. */
export interface MeasuredRow {
  readonly name: string;
  readonly limits: Row['limits'];
  readonly app: Answered;
  readonly bare: Answered | undefined;
  /** The bare route with the queries of an app that has no index; undefined where that is not asked for, or not answered. */
  readonly plain: Answered | undefined;
  readonly pgbench: Answered | undefined;
}

/** How long, and by how many callers, each row is measured. */
export interface Pace {
  readonly connections: number;
  readonly seconds: number;
  /** Where pgbench is; undefined where it is not installed. */
  readonly pgbench: string | undefined;
}

/** Calls before it is measured, so that everything is compiled and read once. */
const WARMING_SECONDS = 1;
/** The additional timeout where no call was answered: as long as the app lets a query run. */
const TIMEOUT_SECONDS = 15;
/** The app and the bare route take turns: a machine that is slower for a while is so for both, and their ratio stays. */
const TURNS = 2;
const PLAIN_CALLS = 2;

/** Who is called, and what is asked of them. */
interface Called {
  readonly base: string;
  readonly calls: Row['calls'];
}

/** The app and the bare route in turns, then pgbench alone. */
export async function measureRow(row: Row, stage: Stage, given: Pace): Promise<MeasuredRow> {
  const { name, limits, calls } = row;
  const pace = { ...given, connections: row.connections ?? given.connections };
  const recorded = row.isCompared ? await stage.recorded.withIndex(calls) : undefined;
  const appCalled = { base: stage.app.base, calls };
  const bareCalled = recorded && (await giveQueriesToBare(stage, recorded));
  const [app, bare] = await measureInTurns(stage, bareCalled ? [appCalled, bareCalled] : [appCalled], pace);
  if (app === undefined) throw new Error(`${name} was not measured.`);
  const database =
    recorded && pace.pgbench && (await pgbench(pace.pgbench, stage.databaseUrl, recorded, pace));
  const plain = row.hasPlain ? await measurePlain(row, stage, pace) : undefined;
  return { name, limits, app, bare, plain, pgbench: database || undefined };
}

/** A few calls and callers are enough: PostgreSQL caches rows, not answers, and at a million each call takes seconds of a core. */
async function measurePlain({ calls }: Row, stage: Stage, pace: Pace): Promise<Answered | undefined> {
  const recorded = await stage.recorded.withoutIndex(calls.slice(0, PLAIN_CALLS));
  if (recorded === undefined) return undefined;
  const [plain] = await measureInTurns(stage, [await giveQueriesToBare(stage, recorded)], {
    ...pace,
    connections: PLAIN_CALLS,
  });
  return plain;
}

async function giveQueriesToBare(
  { bare: { base } }: Stage,
  recorded: readonly RecordedCall[],
): Promise<Called> {
  const response = await fetch(`${base}/calls`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(recorded),
  });
  if (!response.ok) throw new Error(`The bare route did not take its queries: ${await response.text()}`);
  return { base, calls: recorded.map((_, number) => ({ path: `/calls/${number}` })) };
}

async function measureInTurns(stage: Stage, called: readonly Called[], pace: Pace): Promise<Answered[]> {
  const measured = called.map((one) => ({ ...one, takes: [] as Taken[] }));
  for (const one of measured) await take(stage, one, pace, WARMING_SECONDS);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const { base, calls, takes } of measured) {
      // Each turn goes on with other calls than the last one.
      const going = { base, calls: rotated(calls, Math.floor((turn * calls.length) / TURNS)) };
      takes.push(await take(stage, going, pace, Math.ceil(pace.seconds / TURNS)));
    }
  }
  const answers: Answered[] = [];
  for (const one of measured) {
    const isAnswered = one.takes.every(({ milliseconds }) => milliseconds.length > 0);
    answers.push(isAnswered ? answeredIn(one.takes) : await measureLonger(stage, one, pace));
  }
  return answers;
}

async function measureLonger(stage: Stage, called: Called, pace: Pace): Promise<Answered> {
  return answeredIn([await take(stage, called, pace, pace.seconds + TIMEOUT_SECONDS)]);
}

/** Calls that were under way when the time was over leave their queries behind; the next figures wait for those. */
async function take(stage: Stage, called: Called, { connections }: Pace, seconds: number): Promise<Taken> {
  const taken = await load({ ...called, connections, seconds });
  await stage.untilIdle();
  return taken;
}
