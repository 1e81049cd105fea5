import { phoneNumber } from '@mutual-transfer/demo/phone-numbers';
import { type Block, blocks, districtByCode } from '@mutual-transfer/domain/reference/places';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { DEMO_SEED } from '../apps/server/src/demo/demo-world.ts';
import { registrationOf, requestOf } from '../apps/server/test/testing/factories.ts';
import { callerOf } from '../apps/server/test/testing/server-process.ts';
import { ownPaths, pathsOfRequest } from './dashboard-paths.ts';
import { closedLoop, type Visit } from './measure/closed-loop.ts';
import type { Answered } from './measure/figures.ts';
import type { MeasuredRow, Pace } from './measure/measure-row.ts';
import type { Stage } from './servers/stage.ts';
import { findAlertPairs, findIdleTeachers, forgetWrites } from './world/writers.ts';

/** Kind of visit, with the names under which its parts are timed. */
interface Scenario {
  readonly names: readonly string[];
  readonly visit: (stage: Stage) => Promise<Visit>;
}

const DASHBOARD = 'the whole dashboard';
/** First phone number of a range that no demo teacher has. */
const FIRST_PHONE = 20_000_000;

const scenarios: readonly Scenario[] = [
  { names: [DASHBOARD], visit: async (stage) => openingDashboard(stage) },
  { names: ['register'], visit: async ({ app }) => registering(app.base) },
  { names: ['post a request', 'delete a request'], visit: posting },
  { names: ['send an alert'], visit: alerting },
];

/** Measures dashboards and writes of different people, by one and by many concurrent callers, and deletes what they wrote. */
export async function measureVisits(
  stage: Stage,
  pace: Pace,
  isWanted: (name: string) => boolean,
): Promise<MeasuredRow[]> {
  const wanted = scenarios.filter(({ names }) => names.some(isWanted));
  const measured: MeasuredRow[] = [];
  try {
    for (const scenario of wanted) measured.push(...(await measureScenario(scenario, stage, pace)));
  } finally {
    if (wanted.length > 0) await forgetWrites(stage.observer);
  }
  return measured;
}

async function measureScenario(
  { names, visit }: Scenario,
  stage: Stage,
  { connections, seconds }: Pace,
): Promise<MeasuredRow[]> {
  await forgetWrites(stage.observer);
  const visitor = await visit(stage);
  const alone = await closedLoop(visitor, { connections: 1, seconds });
  const together = await closedLoop(continued(visitor, countOf(alone)), { connections, seconds });
  return names.flatMap((name) => [
    ...rowsIn(alone, name, `${name}, one caller`),
    ...rowsIn(together, name, name),
  ]);
}

function rowsIn(figures: ReadonlyMap<string, Answered>, timed: string, name: string): MeasuredRow[] {
  const app = figures.get(timed);
  return app ? [{ name, limits: {}, app }] : [];
}

function countOf(figures: ReadonlyMap<string, Answered>): number {
  return Math.max(0, ...[...figures.values()].map(({ answers, errors }) => answers + errors));
}

function continued(visit: Visit, first: number): Visit {
  return (turn, timed) => visit(first + turn, timed);
}

/** Opens a dashboard as its screen does: own data first, then the matches and rings of each active request concurrently. */
function openingDashboard({ app, samples }: Stage): Visit {
  const { call } = callerOf(app.base);
  const owners = [...samples.largestStratum, ...samples.smallStrata];
  return async (turn, timed) => {
    const token = owners[turn % owners.length]?.token ?? '';
    const ask = (url: string) => call({ url, token });
    await timed(DASHBOARD, async () => {
      const [own, ...others] = await Promise.all(ownPaths.map(ask));
      if (own?.statusCode !== 200) return { statusCode: own?.statusCode ?? 500 };
      const { requests } = own.json<{ requests: TransferRequest[] }>();
      const ids = requests.filter(({ status }) => status === 'active').map(({ _id }) => _id);
      const answers = [...others, ...(await Promise.all(ids.flatMap(pathsOfRequest).map(ask)))];
      return { statusCode: Math.max(...answers.map(({ statusCode }) => statusCode)) };
    });
    return true;
  };
}

/** Registers a teacher. The security check before it is not timed. */
function registering(base: string): Visit {
  const caller = callerOf(base);
  return async (turn, timed) => {
    const [posting, wish] = placesOf(turn);
    const body = await registrationOf(caller, {
      email: `bench-${turn}@example.com`,
      phone: phoneNumber(DEMO_SEED, FIRST_PHONE + turn),
      district: districtByCode(posting.districtCode).name,
      postingBlock: posting.name,
      desiredDistrict: districtByCode(wish.districtCode).name,
      desiredBlock: wish.name,
    });
    await timed('register', () => caller.call({ method: 'POST', url: '/api/auth/register', body }));
    return true;
  };
}

async function posting({ app, observer, tokenSecret }: Stage): Promise<Visit> {
  const { call } = callerOf(app.base);
  const teachers = await findIdleTeachers(observer, tokenSecret);
  return async (turn, timed) => {
    const teacher = teachers[turn % teachers.length];
    if (teacher === undefined) return false;
    const { token } = teacher;
    const [first, second] = placesOf(turn);
    const { name, districtCode } = first.code === teacher.block ? second : first;
    const body = requestOf({ desiredDistrict: districtByCode(districtCode).name, desiredBlock: name });
    const posted = await timed('post a request', () =>
      call({ method: 'POST', url: '/api/requests', body, token }),
    );
    if (posted.statusCode !== 201) return true;
    const { _id } = posted.json<{ data: { request: { _id: string } } }>().data.request;
    await timed('delete a request', () => call({ method: 'DELETE', url: `/api/requests/${_id}`, token }));
    return true;
  };
}

async function alerting({ app, observer, tokenSecret }: Stage): Promise<Visit> {
  const { call } = callerOf(app.base);
  const pairs = await findAlertPairs(observer, tokenSecret);
  return async (turn, timed) => {
    const pair = pairs[turn];
    if (pair === undefined) return false;
    const { recipientId, token } = pair;
    const body = { message: 'Shall we swap?' };
    await timed('send an alert', () =>
      call({ method: 'POST', url: `/api/alerts/${recipientId}`, body, token }),
    );
    return true;
  };
}

/** Returns two distant blocks, different ones at each turn. */
function placesOf(turn: number): [Block, Block] {
  const at = (index: number) => {
    const block = blocks[index % blocks.length];
    if (block === undefined) throw new RangeError('There are no blocks.');
    return block;
  };
  return [at(turn * 7), at(turn * 7 + 250)];
}
