import { phoneNumber } from '@mutual-transfer/demo/phone-numbers';
import { type Block, blocks, districtByCode } from '@mutual-transfer/domain/reference/places';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { DEMO_SEED } from '../apps/server/src/demo/demo-world.ts';
import { registrationOf, requestOf } from '../apps/server/test/testing/factories.ts';
import { callerOf } from '../apps/server/test/testing/processes/server-process.ts';
import { ownPaths, pathsOfRequest } from './dashboard-paths.ts';
import type { Visit } from './measure/closed-loop.ts';
import type { VisitRow } from './measure/measure-row.ts';
import type { Stage } from './servers/stage.ts';
import { findIdleTeachers } from './world/writers.ts';

/** First phone number of a range that no demo teacher has. */
const FIRST_PHONE = 20_000_000;

/** Rows of dashboards, and of writes by different people. */
export const visitRows: readonly VisitRow[] = [
  {
    parts: { 'the whole dashboard, one caller': { median: 30 } },
    visit: openingDashboard,
    connections: 1,
  },
  { parts: { 'the whole dashboard': { perSecond: 100 } }, visit: openingDashboard },
  { parts: { register: {} }, visit: registering },
  { parts: { 'post a request': {}, 'delete a request': {} }, visit: posting },
];

/** Opens a dashboard as its screen does: own data first, then the matches and rings of each active request concurrently. */
function openingDashboard({ app, samples }: Stage, timedAs: string): Visit {
  const { call } = callerOf(app.base);
  const owners = [...samples.largestStratum, ...samples.smallStrata];
  return async (turn, timed) => {
    const token = owners[turn % owners.length]?.token ?? '';
    const ask = (url: string) => call({ url, token });
    await timed(timedAs, async () => {
      const [own, ...others] = await Promise.all(ownPaths.map(ask));
      if (own?.statusCode !== 200) return { statusCode: own?.statusCode ?? 500 };
      const { requests } = own.json<{ requests: TransferRequest[] }>();
      const ids = requests.filter(({ status }) => status === 'active').map(({ _id }) => _id);
      const answers = [...others, ...(await Promise.all(ids.flatMap(pathsOfRequest).map(ask)))];
      return { statusCode: Math.max(...answers.map(({ statusCode }) => statusCode)) };
    });
  };
}

/** Registers a teacher. The security check before it is not timed. */
function registering({ app }: Stage): Visit {
  const caller = callerOf(app.base);
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
  };
}

async function posting({ app, observer, tokenSecret }: Stage): Promise<Visit> {
  const { call } = callerOf(app.base);
  const teachers = await findIdleTeachers(observer, tokenSecret);
  return async (turn, timed) => {
    const teacher = teachers[turn % teachers.length];
    if (teacher === undefined) throw new Error('The world has no teacher without a request.');
    const { token } = teacher;
    const [first, second] = placesOf(turn);
    const { name, districtCode } = first.code === teacher.block ? second : first;
    const body = requestOf({ desiredDistrict: districtByCode(districtCode).name, desiredBlock: name });
    const posted = await timed('post a request', () =>
      call({ method: 'POST', url: '/api/requests', body, token }),
    );
    if (posted.statusCode !== 201) return;
    const { _id } = posted.json<{ data: { request: { _id: string } } }>().data.request;
    await timed('delete a request', () => call({ method: 'DELETE', url: `/api/requests/${_id}`, token }));
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
