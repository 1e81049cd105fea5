import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { callerOf } from '../apps/server/test/testing/server-process.ts';
import { ownPaths, pathsOfRequest } from './dashboard-paths.ts';
import { closedLoop, type Visit } from './measure/closed-loop.ts';
import type { MeasuredRow, Pace } from './measure/measure-row.ts';
import type { Stage } from './servers/stage.ts';
import type { OwnRequest } from './world/samples.ts';

const WHOLE = 'dashboard';

/** Rows of the dashboard: name and number of concurrent viewers; undefined: as in the bench's options. */
export const dashboardRows = [
  { name: 'the whole dashboard, one caller', connections: 1 },
  { name: 'the whole dashboard', connections: undefined },
] as const;

/** Measures the dashboard as its screen loads it, from the first call until the last response. */
export async function measureDashboard(
  { name, connections }: (typeof dashboardRows)[number],
  { app, samples }: Stage,
  pace: Pace,
): Promise<MeasuredRow> {
  const owners = [...samples.largestStratum, ...samples.smallStrata];
  const visit = dashboardOf(app.base, owners);
  const figures = await closedLoop(visit, { ...pace, connections: connections ?? pace.connections });
  const whole = figures.get(WHOLE);
  if (whole === undefined) throw new Error('No dashboard was opened.');
  return { name, limits: {}, app: whole };
}

/** Returns a visit of the dashboard: own data first, then the matches and rings of each active request concurrently. */
function dashboardOf(base: string, owners: readonly OwnRequest[]): Visit {
  const { call } = callerOf(base);
  return async (turn, timed) => {
    const { token } = owners[turn % owners.length] ?? { token: '' };
    const ask = (url: string) => call({ url, token });
    await timed(WHOLE, async () => {
      const [own, ...others] = await Promise.all(ownPaths.map(ask));
      if (own?.statusCode !== 200) return { statusCode: own?.statusCode ?? 500 };
      const ids = activeIn(own.json<{ requests: TransferRequest[] }>());
      const answers = [...others, ...(await Promise.all(ids.flatMap(pathsOfRequest).map(ask)))];
      return { statusCode: Math.max(...answers.map(({ statusCode }) => statusCode)) };
    });
    return true;
  };
}

function activeIn({ requests }: { readonly requests: readonly TransferRequest[] }): string[] {
  return requests.filter(({ status }) => status === 'active').map(({ _id }) => _id);
}
