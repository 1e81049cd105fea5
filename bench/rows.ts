import { names } from '@mutual-transfer/domain/language/packs/hi/names';
import { defaultChoices } from '@mutual-transfer/domain/notices/notice-settings';
import { type Block, blocks, districtByCode, districts } from '@mutual-transfer/domain/reference/places';
import { subjectNames } from '@mutual-transfer/domain/reference/subjects';
import { classRanges } from '@mutual-transfer/domain/reference/teaching';
import { DEMO_PASSWORD } from '../apps/server/src/demo/demo-world.ts';
import { requestOf, solveCaptcha } from '../apps/server/test/testing/factories.ts';
import {
  type Call,
  callAs,
  type Load,
  load,
  repeat,
  rotated,
  type Sample,
  schedule,
  timed,
  type Visit,
} from './measure.ts';
import type { Stage } from './stage.ts';

/** Limits of a row: milliseconds, and the share of the bare route's requests a second. */
export interface RowLimits {
  median?: number;
  p99?: number;
  share?: number;
  perSecond?: number;
}

/** How long and by how many callers a row is measured, and the number of the turn, of which each begins with other calls. */
export type Pace = Pick<Load, 'connections' | 'seconds'> & { turn: number };

/** A row of the benchmark. Its calls differ, so that no cache of the app answers all of them. */
export interface Row {
  name: string;
  limits: RowLimits;
  /** Number of concurrent callers; the option `connections` of the benchmark if absent. */
  connections?: number;
  measure: (stage: Stage, pace: Pace) => Promise<Sample>;
}

/** Work of others, beside which one member reads their list, or changes something. */
export interface Disturbance {
  name: string;
  /** Highest ratio of the member's 99th percentile to that without this work. */
  limit?: number;
  disturb: (stage: Stage, seconds: number) => Promise<Sample>;
  /** Calls of the member instead of lists. */
  callsOfMember?: (stage: Stage) => Call[];
}

type Filters = Record<string, string | number>;

const PAGE_LENGTH = 10;
const list: RowLimits = { share: 0.8, p99: 40 };
const search: RowLimits = { share: 0.6, p99: 40 };

/** Returns the rows for a data set with that many active requests. */
export function rowsOf(active: number): Row[] {
  return [
    { name: 'first page, visitor', limits: list, measure: visitors(() => lengths) },
    { name: 'last page, visitor', limits: list, measure: visitors(() => lastPages(active)) },
    { name: 'district, visitor', limits: list, measure: visitors(() => byDistrict) },
    { name: 'subject and class level, visitor', limits: list, measure: visitors(() => bySubjectAndLevel) },
    {
      name: 'search: place in Devanagari, visitor',
      limits: search,
      measure: visitors(() => searchOf(Object.values(names.districts))),
    },
    {
      name: 'search: name, visitor',
      limits: search,
      measure: visitors(({ samples }) => searchOf(samples.names)),
    },
    {
      name: 'search: common words, visitor',
      limits: search,
      measure: visitors(({ samples }) => searchOf(samples.commonWords)),
    },
    { name: 'first page, member', limits: list, measure: members(() => lengths) },
    {
      name: 'search: name, member',
      limits: search,
      measure: members(({ samples }) => searchOf(samples.names)),
    },
    {
      name: 'the page / of a visitor',
      limits: { perSecond: 2_000 },
      measure: calling(() => pagesOfVisitors),
    },
    {
      name: 'matches, largest stratum, one caller',
      limits: { median: 5, p99: 25 },
      connections: 1,
      measure: calling(matchesOf),
    },
    { name: 'matches, largest stratum', limits: { perSecond: 500 }, measure: calling(matchesOf) },
    { name: 'rings, largest stratum', limits: {}, measure: calling((stage) => ofRequests(stage, 'rings')) },
    {
      name: 'the whole dashboard, one caller',
      limits: { median: 30 },
      connections: 1,
      measure: visiting(openDashboard),
    },
    { name: 'the whole dashboard', limits: { share: 0.12 }, measure: visiting(openDashboard) },
    { name: 'post a request', limits: {}, measure: visiting(postAndDelete) },
    { name: 'sign in', limits: {}, measure: visiting(signIn) },
  ];
}

/** Numbers of open pages and of dashboards among them, which ask again after so many seconds. */
const OPEN_PAGES = 10_000;
const OPEN_DASHBOARDS = 1_000;
const ASKED_AGAIN_SECONDS = 30;
const GREEDY_ACCOUNTS = 50;
const ASKING_FOR_CODES = 12;

export const disturbances: Disturbance[] = [
  {
    name: '10,000 open pages, one in ten a dashboard',
    disturb: async (stage, seconds) => {
      const alerts = (OPEN_PAGES - OPEN_DASHBOARDS) / ASKED_AGAIN_SECONDS;
      const taken = await Promise.all([
        schedule(asking(stage, '/api/alerts/unread'), alerts, seconds),
        schedule(asking(stage, '/api/dashboard'), OPEN_DASHBOARDS / ASKED_AGAIN_SECONDS, seconds),
      ]);
      return together(taken);
    },
  },
  {
    name: '12 members who ask for codes, while the SMS provider does not answer',
    limit: 2,
    callsOfMember: savesOfMember,
    // A code a second for each, not as many as possible: twelve callers without a pause measure the queue of changes, not the provider.
    disturb: ({ app, samples }, seconds) => {
      const members = samples.largestStratum.slice(0, ASKING_FOR_CODES);
      const askForCode: Visit = (turn) => {
        const { token = '' } = members[turn % members.length] ?? {};
        return timed(() => app.call({ method: 'POST', url: '/api/auth/phone-verification', token }));
      };
      return schedule(askForCode, members.length, seconds);
    },
  },
  {
    name: '50 accounts that ask for the dearest lists',
    limit: 3,
    disturb: ({ app, samples }, seconds) => {
      const { commonWords, largestStratum } = samples;
      const searches = commonWords.map((_, index) => rotated(commonWords, index).slice(0, 6).join(' '));
      const lists = [...searchOf(searches), ...[1_000, 999, 998].map((page) => ({ page }))];
      const calls = lists.flatMap((filters, index) => {
        const { token } = largestStratum[index % largestStratum.length] ?? {};
        return [callAs(token, pathOf('/api/requests', { ...filters, limit: 100 }))];
      });
      return load({ base: app.base, calls, connections: GREEDY_ACCOUNTS, seconds });
    },
  },
];

/** Returns the calls of a member who reads one list after the other. */
export function listsOfMember({ samples }: Stage): Call[] {
  return lengths.map((filters) => callAs(samples.smallStrata[0]?.token, pathOf('/api/requests', filters)));
}

/** Returns the call of a member who saves notice settings: a cheap change, which takes its turn among all changes. */
function savesOfMember({ samples }: Stage): Call[] {
  const { headers, ...call } = callAs(samples.smallStrata[0]?.token, '/api/notices/settings');
  const json = { ...headers, 'content-type': 'application/json' };
  return [{ ...call, method: 'PUT', headers: json, body: JSON.stringify(defaultChoices) }];
}

function together(taken: Sample[]): Sample {
  return {
    milliseconds: taken.flatMap(({ milliseconds }) => milliseconds),
    seconds: Math.max(...taken.map(({ seconds }) => seconds)),
    failed: taken.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function calling(callsOf: (stage: Stage) => Call[]): Row['measure'] {
  return (stage, { turn, ...pace }) => {
    const calls = callsOf(stage);
    return load({ base: stage.app.base, calls: rotated(calls, (turn * calls.length) >> 1), ...pace });
  };
}

function visitors(filtersOf: (stage: Stage) => Filters[]): Row['measure'] {
  return calling((stage) =>
    filtersOf(stage).map((filters) => ({ path: pathOf('/api/requests/public', filters) })),
  );
}

function members(filtersOf: (stage: Stage) => Filters[]): Row['measure'] {
  return calling((stage) => {
    const owners = [...stage.samples.smallStrata, ...stage.samples.largestStratum];
    return filtersOf(stage).map((filters, index) =>
      callAs(owners[index % owners.length]?.token, pathOf('/api/requests', filters)),
    );
  });
}

function ofRequests({ samples }: Stage, what: string): Call[] {
  return samples.largestStratum.map(({ requestId, token }) =>
    callAs(token, `/api/requests/${requestId}/${what}`),
  );
}

function matchesOf(stage: Stage): Call[] {
  return ofRequests(stage, 'matches?limit=10');
}

function visiting(visitOf: (stage: Stage) => Visit): Row['measure'] {
  return (stage, { connections, seconds }) => repeat(visitOf(stage), connections, seconds);
}

/** Asks as another member at each turn, all addresses at once. */
function asking({ app, samples }: Stage, ...urls: string[]): Visit {
  const owners = [...samples.largestStratum, ...samples.smallStrata];
  return (turn) => {
    const { token = '' } = owners[turn % owners.length] ?? {};
    return timed(async () => {
      const answers = await Promise.all(urls.map((url) => app.call({ url, token })));
      return { statusCode: Math.max(...answers.map(({ statusCode }) => statusCode)) };
    });
  };
}

function openDashboard(stage: Stage): Visit {
  return asking(stage, '/api/me', '/api/dashboard');
}

/** Posts a request of a teacher who has none, which is measured, and deletes it. */
function postAndDelete({ app, samples: { idle } }: Stage): Visit {
  return async (turn) => {
    const teacher = idle[turn % idle.length];
    if (teacher === undefined) throw new Error('The world has no teacher without a request.');
    const { token } = teacher;
    const [first, second] = [blockAt(turn * 7), blockAt(turn * 7 + 250)];
    const { name, districtCode } = first.code === teacher.block ? second : first;
    const body = requestOf({ desiredDistrict: districtByCode(districtCode).name, desiredBlock: name });
    const posted = await timed(() => app.call({ method: 'POST', url: '/api/requests', body, token }));
    if (posted.statusCode !== 201) return posted;
    const { _id } = posted.answer.json<{ data: { request: { _id: string } } }>().data.request;
    const { statusCode } = await app.call({ method: 'DELETE', url: `/api/requests/${_id}`, token });
    return { ...posted, statusCode };
  };
}

/** Signs in, which is measured without the security check before it. */
function signIn({ app, samples: { idle } }: Stage): Visit {
  return async (turn) => {
    const { email } = idle[turn % idle.length] ?? {};
    const body = { email, password: DEMO_PASSWORD, ...(await solveCaptcha(app)) };
    return timed(() => app.call({ method: 'POST', url: '/api/auth/login', body }));
  };
}

function blockAt(index: number): Block {
  const block = blocks[index % blocks.length];
  if (block === undefined) throw new RangeError('There are no blocks.');
  return block;
}

const lengths = [8, 9, 10, 11, 12].map((limit) => ({ limit }));
const byDistrict = districts.map(({ name }) => ({ district: name }));
const bySubjectAndLevel = subjectNames.flatMap((subject) =>
  classRanges.map((classRange) => ({ subject, classRange })),
);
const pagesOfVisitors = ['en', 'hi'].map((language) => ({
  path: '/',
  headers: { 'accept-encoding': 'br, gzip', cookie: `language=${language}` },
}));

function lastPages(active: number): Filters[] {
  const last = Math.ceil(active / PAGE_LENGTH);
  return [4, 3, 2, 1, 0].map((before) => ({ page: last - before }));
}

function searchOf(words: readonly string[]): Filters[] {
  return words.map((word) => ({ search: word }));
}

function pathOf(path: string, filters: Filters): string {
  const query = Object.entries(filters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${path}?${query.join('&')}`;
}
