import { setTimeout as pause } from 'node:timers/promises';
import { DASHBOARD_POLL } from '@mutual-transfer/domain/constants';
import type { LiveChanges } from '@mutual-transfer/domain/notices/live-changes';
import { callerOf } from '../apps/server/test/testing/server-process.ts';
import { calls, type Noted, Screen } from './dashboards/screen.ts';
import { figuresOf } from './measure/figures.ts';
import { readOptions } from './options.ts';
import { writeDocumentation } from './report/documentation.ts';
import { milliseconds, table, whole } from './report/table.ts';
import { type Stage, withStage } from './servers/stage.ts';
import { until } from './servers/until.ts';
import { openSessions } from './world/samples.ts';

/**
 * `npm run bench:dashboards`: open dashboards of one process while it restarts, while one teacher a second of the largest subject and class
 * level changes, and while they poll because they have no streams.
 */
const options = readOptions({
  requests: [100_000, 1_000, 10_000_000],
  screens: [10_000, 1, 50_000],
  every: [DASHBOARD_POLL / 1_000, 1, 600],
  seconds: [60, 1, 3_600],
  write: false,
});
const CHANGING_TEACHERS = 100;
/** Streams are opened in batches, so that the start is not measured. */
const OPENED_AT_ONCE = 20;
const BETWEEN_MS = 50;

const LARGEST_GROUP = `select subject, class_range from offers where request_id is not null
  group by subject, class_range order by count(*) desc, 1, 2 limit 1`;

/** Figures of one phase. */
interface Phase extends Noted {
  readonly name: string;
  readonly began: number;
  readonly seconds: number;
  readonly processorSeconds: number;
}

/** Screen, and true if it shows rings of the subject and class level that changes concern. */
interface Opened {
  readonly screen: Screen;
  readonly isConcerned: boolean;
}

let noted = notNoted();
const report = await withStage(options.requests, measure, { LIVE_STREAMS: '100000' });
calls.destroy();
console.info(report);
if (options.write) await writeDocumentation('dashboards', report);

async function measure(stage: Stage): Promise<string> {
  const opened = await openScreens(stage);
  try {
    const phases = [
      await measurePhase(stage, 'the process restarts', () => restart(stage, opened)),
      await measurePhase(stage, 'one change a second', () => changeEachSecond(stage, opened)),
      await measurePhase(stage, `no streams, a call every ${options.every} s`, () => poll(opened)),
    ];
    return reportOf(opened, phases);
  } finally {
    for (const { screen } of opened) screen.leave();
  }
}

/** Opens the screens of teachers with an active request. */
async function openScreens({ observer, tokenSecret, app: { base } }: Stage): Promise<Opened[]> {
  const { rows } = await observer.query<{ userId: string; requestIds: string[]; isConcerned: boolean }>(
    `select user_id as "userId", array_agg(request_id::text) as "requestIds",
      bool_or((subject, class_range) = (${LARGEST_GROUP})) as "isConcerned"
    from offers where request_id is not null group by user_id order by md5(user_id::text) limit $1`,
    [options.screens],
  );
  const userIds = rows.map(({ userId }) => userId);
  const signIn = await openSessions(observer, tokenSecret, userIds);
  const answer = await callerOf(base).call({ url: '/api/live', token: signIn(userIds[0] ?? '') });
  const { position } = answer.json<LiveChanges>();
  const opened = rows.map(({ userId, requestIds, isConcerned }) => ({
    screen: new Screen({ base, token: signIn(userId), requestIds, position, noted: () => noted }),
    isConcerned,
  }));
  for (const [number, { screen }] of opened.entries()) {
    screen.follow();
    if (number % OPENED_AT_ONCE === 0) await pause(BETWEEN_MS);
  }
  await until(() => opened.every(({ screen }) => screen.isQuiet));
  return opened;
}

function notNoted(): Noted {
  return { changes: [], opened: [], told: [], shown: [], answered: [], failed: 0 };
}

/** @param work returns when it is done; the phase lasts until then. */
async function measurePhase(stage: Stage, name: string, work: () => Promise<void>): Promise<Phase> {
  noted = notNoted();
  const { app } = stage;
  const [began, processor] = [performance.now(), await app.processorSeconds()];
  await work();
  const seconds = (performance.now() - began) / 1_000;
  // A process that started meanwhile began at 0.
  const before = stage.app === app ? processor : 0;
  const processorSeconds = (await stage.app.processorSeconds()) - before;
  const phase = { ...noted, name, began, seconds, processorSeconds };
  console.error(rowOf(phase).join(' | '));
  return phase;
}

/** A teacher changes while no process runs. */
async function restart(stage: Stage, opened: readonly Opened[]): Promise<void> {
  await stage.app.stop();
  await change(stage, await findChanging(stage), 0);
  stage.app = await stage.startAgain();
  await untilShown(opened);
}

async function changeEachSecond(stage: Stage, opened: readonly Opened[]): Promise<void> {
  const userIds = await findChanging(stage);
  const began = performance.now();
  for (let number = 1; number <= options.seconds; number += 1) {
    await change(stage, userIds, number);
    await pause(Math.max(0, began + number * 1_000 - performance.now()));
  }
  await untilShown(opened);
}

/** Polls with every screen once per interval, evenly spread, whether or not earlier calls were answered. */
async function poll(opened: readonly Opened[]): Promise<void> {
  for (const { screen } of opened) screen.leave();
  const began = performance.now();
  const interval = (options.every * 1_000) / opened.length;
  const asked: Promise<void>[] = [];
  for (let number = 0; number * interval < options.seconds * 1_000; number += 1) {
    const ahead = began + number * interval - performance.now();
    if (ahead > 1) await pause(ahead);
    asked.push(
      ...opened
        .slice(number % opened.length)
        .slice(0, 1)
        .map(({ screen }) => screen.poll()),
    );
  }
  await Promise.all(asked);
}

async function findChanging({ observer }: Stage): Promise<string[]> {
  const { rows } = await observer.query<{ id: string }>(
    `select distinct user_id::text as id from offers
    where request_id is not null and (subject, class_range) = (${LARGEST_GROUP}) order by 1 limit $1`,
    [CHANGING_TEACHERS],
  );
  return rows.map(({ id }) => id);
}

/** Hides or shows the school of a teacher, another one at each turn. */
async function change({ observer }: Stage, userIds: readonly string[], turn: number): Promise<void> {
  noted.changes.push(performance.now());
  const userId = userIds[turn % userIds.length];
  await observer.query('update users set hide_school_name = not hide_school_name where id = $1', [userId]);
}

/** Waits until every screen has its stream, and those that the last change concerns show it. */
async function untilShown(opened: readonly Opened[]): Promise<void> {
  const last = noted.changes.at(-1) ?? 0;
  await until(() =>
    opened.every(({ screen, isConcerned }) => screen.isQuiet && (!isConcerned || screen.heardAt > last)),
  );
}

function rowOf({ name, began, seconds, processorSeconds, opened, told, shown, ...calls }: Phase): string[] {
  const late = (times: readonly number[]) =>
    times.length === 0 ? '–' : (times.reduce((most, time) => Math.max(most, time), 0) / 1_000).toFixed(1);
  const { answers, median, p99 } = figuresOf(calls.answered, seconds);
  return [
    name,
    `${processorSeconds.toFixed(1)} s, ${whole((100 * processorSeconds) / seconds)} %`,
    late(opened.map((at) => at - began)),
    late(told),
    late(shown),
    whole(answers),
    whole(calls.failed),
    milliseconds(median),
    milliseconds(p99),
  ];
}

function reportOf(opened: readonly Opened[], phases: readonly Phase[]): string {
  const figures = [
    'processor: seconds, share of a core',
    'last stream opened after s',
    'last event after s',
    'last refetched after s',
    'answers',
    'failed',
    'median ms',
    '99th percentile ms',
  ];
  const concerned = opened.filter(({ isConcerned }) => isConcerned).length;
  return `${whole(opened.length)} open dashboards of one process in a world of ${whole(options.requests)} requests. Changes concern ${whole(concerned)} of them. Events and refetches are counted from the change.

${table([{ title: '' }, ...figures.map((title) => ({ title, isFigure: true }))], phases.map(rowOf))}`;
}
