import { ALERTS_SHOWN, MY_MATCHES_CAP } from '@mutual-transfer/domain/constants';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { callerOf } from '../apps/server/test/testing/server-process.ts';
import { closedLoop, type Visit } from './measure/closed-loop.ts';
import type { MeasuredRow, Pace } from './measure/measure-row.ts';
import type { Stage } from './servers/stage.ts';
import type { OwnRequest } from './world/samples.ts';

const WHOLE = 'dashboard';

/**
 * Rows of the dashboard: name, whether the screen revalidates cached answers, and the number of concurrent viewers;
 * undefined: as in the bench's options.
 */
export const dashboardRows = [
  { name: 'the whole dashboard, one caller', connections: 1, isAskedAgain: false },
  { name: 'the whole dashboard asked again, one caller', connections: 1, isAskedAgain: true },
  { name: 'the whole dashboard', connections: undefined, isAskedAgain: false },
  { name: 'the whole dashboard asked again', connections: undefined, isAskedAgain: true },
] as const;

/** Paths that a dashboard and its frame poll every 30 seconds, independent of the teacher's requests. */
export const ownPaths = [
  '/api/requests/my',
  '/api/auth/profile',
  `/api/alerts?includeHidden=true&limit=${ALERTS_SHOWN}`,
  '/api/alerts/unread',
  '/api/agreements?waiting=true',
] as const;

/** Returns the paths that it polls for each active request. */
export function pathsOfRequest(id: string): string[] {
  return [`matches?limit=${MY_MATCHES_CAP}`, 'rings'].map((what) => `/api/requests/${id}/${what}`);
}

/** Measures the dashboard as its screen loads it, from the first call until the last response. */
export async function measureDashboard(
  { name, connections, isAskedAgain }: (typeof dashboardRows)[number],
  { app, samples }: Stage,
  pace: Pace,
): Promise<MeasuredRow> {
  const owners = [...samples.largestStratum, ...samples.smallStrata];
  const visit = dashboardOf(app.base, owners, isAskedAgain);
  // Twice, because changes that the server was following may have changed an answer.
  for (const turn of isAskedAgain ? [...owners, ...owners].keys() : []) {
    await visit(turn, async (_name, action) => action());
  }
  const figures = await closedLoop(visit, { ...pace, connections: connections ?? pace.connections });
  const whole = figures.get(WHOLE);
  if (whole === undefined) throw new Error('No dashboard was opened.');
  return { name, limits: {}, app: whole };
}

/** Returns a visit of the dashboard: own data first, then the matches and rings of each active request concurrently. */
function dashboardOf(base: string, owners: readonly OwnRequest[], isAskedAgain: boolean): Visit {
  const { call } = callerOf(base);
  const tags = new Map<string, string>();
  const active = new Map<string, string[]>();
  const ask = async (url: string, token: string) => {
    const key = `${token} ${url}`;
    const tag = isAskedAgain ? tags.get(key) : undefined;
    const answer = await call({
      url,
      token,
      ...(tag === undefined ? {} : { headers: { 'if-none-match': tag } }),
    });
    tags.set(key, String(answer.headers.etag));
    // A 304 counts as success like a 200.
    return answer.statusCode === 304 ? { ...answer, statusCode: 200 } : answer;
  };
  return async (turn, timed) => {
    const { token } = owners[turn % owners.length] ?? { token: '' };
    await timed(WHOLE, async () => {
      const [own, ...others] = await Promise.all(ownPaths.map((path) => ask(path, token)));
      if (own?.statusCode !== 200) return { statusCode: own?.statusCode ?? 500 };
      if (own.body !== '') active.set(token, activeIn(own.json<{ requests: TransferRequest[] }>()));
      const followed = (active.get(token) ?? []).flatMap(pathsOfRequest).map((path) => ask(path, token));
      const answers = [...others, ...(await Promise.all(followed))];
      return { statusCode: Math.max(...answers.map(({ statusCode }) => statusCode)) };
    });
    return true;
  };
}

function activeIn({ requests }: { readonly requests: readonly TransferRequest[] }): string[] {
  return requests.filter(({ status }) => status === 'active').map(({ _id }) => _id);
}
