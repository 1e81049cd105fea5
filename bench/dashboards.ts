import { setTimeout as pause } from 'node:timers/promises';
import { DASHBOARD_POLL } from '@mutual-transfer/domain/constants';
import type { LiveChanges } from '@mutual-transfer/domain/notices/live-changes';
import { calls, type Noted, Screen } from './dashboards/screen.ts';
import { figuresOf } from './measure/figures.ts';
import { processorSecondsOf } from './measure/processes.ts';
import { readOptions } from './options.ts';
import { publish } from './report/documentation.ts';
import { columnsOf, milliseconds, table, whole } from './report/table.ts';
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
/** Screens open their streams in batches before the first phase. */
const OPENED_AT_ONCE = 20;
const BETWEEN_MS = 50;

/** Figures of one phase. */
interface Phase extends Noted {
  readonly name: string;
  readonly began: number;
  readonly seconds: number;
  readonly processorSeconds: number;
}

let noted = newNoted();
const report = await withStage(options.requests, measure, { LIVE_STREAMS: '100000' });
calls.destroy();
await publish('dashboards', report, options.write);

async function measure(stage: Stage): Promise<string> {
  const [screens, concerned] = await openScreens(stage);
  try {
    const phases = [
      await measurePhase(stage, 'the process restarts', async () => {
        await stage.app.stop();
        await change(stage);
        stage.app = await stage.startAgain();
        await untilShown(screens, concerned);
      }),
      await measurePhase(stage, 'one change a second', async () => {
        await eachAt(1_000, options.seconds, () => change(stage));
        await untilShown(screens, concerned);
      }),
      await measurePhase(stage, `no streams, a call every ${options.every} s`, () => poll(screens)),
    ];
    return reportOf(phases, screens.length, concerned.length);
  } finally {
    for (const screen of screens) screen.leave();
  }
}

/** @returns the screens of teachers with an active request, and the screens among them whose teachers the changes concern. */
async function openScreens(stage: Stage): Promise<[Screen[], Screen[]]> {
  const { observer, tokenSecret, app, samples } = stage;
  const { rows } = await observer.query<{ userId: string; requestIds: string[]; isConcerned: boolean }>(
    `select user_id as "userId", array_agg(request_id::text) as "requestIds",
      bool_or((subject, class_range) = (select subject, class_range from offers where request_id = $2 limit 1)) as "isConcerned"
    from offers where request_id is not null group by user_id order by md5(user_id::text) limit $1`,
    [options.screens, samples.largestStratum[0]?.requestId],
  );
  const userIds = rows.map(({ userId }) => userId);
  const signIn = await openSessions(observer, tokenSecret, userIds);
  const answer = await app.call({ url: '/api/live', token: signIn(userIds[0] ?? '') });
  const { position } = answer.json<LiveChanges>();
  const screens = rows.map(
    ({ userId, requestIds }) =>
      new Screen({ base: app.base, token: signIn(userId), requestIds, noted: () => noted }, position),
  );
  for (const [number, screen] of screens.entries()) {
    screen.follow();
    if (number % OPENED_AT_ONCE === 0) await pause(BETWEEN_MS);
  }
  await until(() => screens.every(({ isQuiet }) => isQuiet));
  return [screens, screens.filter((_, index) => rows[index]?.isConcerned)];
}

function newNoted(): Noted {
  return { changes: [], opened: [], notified: [], shown: [], answered: [], failed: 0 };
}

/** @param work load of the phase; the phase ends when the promise resolves. */
async function measurePhase(stage: Stage, name: string, work: () => Promise<void>): Promise<Phase> {
  noted = newNoted();
  const { app } = stage;
  const [began, before] = [performance.now(), await processorSecondsOf(app.child.pid)];
  await work();
  const seconds = (performance.now() - began) / 1_000;
  // A process that started meanwhile began at 0.
  const processorSeconds = (await processorSecondsOf(stage.app.child.pid)) - (stage.app === app ? before : 0);
  const phase = { ...noted, name, began, seconds, processorSeconds };
  console.error(rowOf(phase).join(' | '));
  return phase;
}

/**
 * Hides or shows the school of a teacher of the largest subject and class level, a different teacher at each change.
 */
async function change({ observer, samples }: Stage): Promise<void> {
  const { largestStratum } = samples;
  const userId = largestStratum[noted.changes.length % largestStratum.length]?.userId;
  noted.changes.push(performance.now());
  await observer.query('update users set hide_school_name = not hide_school_name where id = $1', [userId]);
}

/** Waits until every screen has its stream, and the screens concerned show the last change. */
async function untilShown(screens: readonly Screen[], concerned: readonly Screen[]): Promise<void> {
  const last = noted.changes.at(-1) ?? 0;
  await until(
    () => concerned.every(({ heardAt }) => heardAt > last) && screens.every(({ isQuiet }) => isQuiet),
  );
}

/** Polls with every screen once per interval, evenly spread. */
async function poll(screens: readonly Screen[]): Promise<void> {
  for (const screen of screens) screen.leave();
  const interval = (options.every * 1_000) / screens.length;
  await eachAt(interval, options.seconds, async (number) => screens[number % screens.length]?.poll());
}

/** Runs the action at every interval, even if earlier runs are still in progress, and waits for all of them. */
async function eachAt(milliseconds: number, seconds: number, action: (number: number) => Promise<void>) {
  const began = performance.now();
  const started: Promise<void>[] = [];
  for (let number = 0; number * milliseconds < seconds * 1_000; number += 1) {
    const ahead = began + number * milliseconds - performance.now();
    if (ahead > 1) await pause(ahead);
    started.push(action(number));
  }
  await Promise.all(started);
}

function rowOf({
  name,
  began,
  seconds,
  processorSeconds,
  opened,
  notified,
  shown,
  ...calls
}: Phase): string[] {
  const longest = (times: readonly number[]) =>
    times.length === 0 ? '–' : (figuresOf(times, seconds).longest / 1_000).toFixed(1);
  const { answers, median, p99 } = figuresOf(calls.answered, seconds);
  return [
    name,
    `${processorSeconds.toFixed(1)} s, ${whole((100 * processorSeconds) / seconds)} %`,
    ...[opened.map((at) => at - began), notified, shown].map(longest),
    ...[answers, calls.failed].map(whole),
    ...[median, p99].map(milliseconds),
  ];
}

function reportOf(phases: readonly Phase[], screens: number, concerned: number): string {
  const late = ['last stream opened after s', 'last event after s', 'last refetched after s'];
  const figures = [
    'processor: seconds, share of a core',
    ...late,
    'answers',
    'failed',
    'median ms',
    'p99 ms',
  ];
  return `${whole(screens)} open dashboards of one process in a world of ${whole(options.requests)} requests. Changes concern ${whole(concerned)} of them. Events and refetches are counted from the change.

${table(columnsOf('', figures), phases.map(rowOf))}`;
}
