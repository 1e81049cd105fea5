import type { TransferRequest } from '@mutual-transfer/domain/transfer-request';
import { callerOf } from '../apps/server/test/testing/server-process.ts';
import { closedLoop, type Visit } from './measure/closed-loop.ts';
import type { MeasuredRow, Pace } from './measure/measure-row.ts';
import type { Stage } from './servers/stage.ts';
import type { OwnRequest } from './world/samples.ts';

const WHOLE = 'dashboard';

/** What a dashboard row is called, and how many look at once; undefined: as many as the bench is told. */
export const dashboardRows = [
  { name: 'the whole dashboard, one caller', connections: 1 },
  { name: 'the whole dashboard', connections: undefined },
] as const;

/** The dashboard as its screen asks for it, from the first call until the last answer is there. */
export async function measureDashboard(
  { name, connections }: (typeof dashboardRows)[number],
  { app, samples }: Stage,
  pace: Pace,
): Promise<MeasuredRow> {
  const visit = dashboardOf(app.base, [...samples.largestStratum, ...samples.smallStrata]);
  const figures = await closedLoop(visit, { ...pace, connections: connections ?? pace.connections });
  const whole = figures.get(WHOLE);
  if (whole === undefined) throw new Error('No dashboard was opened.');
  return { name, limits: {}, app: whole, bare: undefined, pgbench: undefined };
}

/** One's own requests and alerts together; then, together, the matches and rings of each active request. */
function dashboardOf(base: string, owners: readonly OwnRequest[]): Visit {
  const { call } = callerOf(base);
  return async (turn, timed) => {
    const { token } = owners[turn % owners.length] ?? { token: '' };
    await timed(WHOLE, async () => {
      const [own, alerts] = await Promise.all([
        call({ url: '/api/requests/my', token }),
        call({ url: '/api/alerts?includeHidden=true', token }),
      ]);
      if (own.statusCode !== 200) return own;
      const { requests } = own.json<{ requests: TransferRequest[] }>();
      const active = requests.filter(({ status }) => status === 'active');
      const followed = active.flatMap(({ _id }) =>
        ['matches', 'rings'].map((what) => call({ url: `/api/requests/${_id}/${what}`, token })),
      );
      const answers = [own, alerts, ...(await Promise.all(followed))];
      return { statusCode: Math.max(...answers.map(({ statusCode }) => statusCode)) };
    });
    return true;
  };
}
