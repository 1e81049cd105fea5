import { districts } from '@mutual-transfer/domain/reference/places';
import { type Answered, answeredIn } from './measure/figures.ts';
import { type Call, callAs, load, loadOnThread, rotated } from './measure/load.ts';
import { readOptions } from './options.ts';
import { publish } from './report/documentation.ts';
import { columnsOf, milliseconds, table, whole } from './report/table.ts';
import { type Stage, withStage } from './servers/stage.ts';
import type { Samples } from './world/samples.ts';

/** `npm run bench:worst`: latency of a member's own requests while others send the most expensive queries, with limits off. */
const ASKERS = 12;
const MOST = 3;
const WARMING_SECONDS = 2;

/** Expensive calls of one kind, which are repeated. */
interface Kind {
  readonly name: string;
  readonly calls: readonly Call[];
}

interface MeasuredKind {
  readonly name: string;
  readonly member: Answered;
  readonly asked: Answered;
}

const { requests, seconds, only, write } = readOptions({
  requests: [100_000, 1_000, 10_000_000],
  seconds: [10, 1, 600],
  only: '',
  write: false,
});
const report = await withStage(requests, measure);
await publish('worst', report, write);

async function measure(stage: Stage): Promise<string> {
  const kinds = kindsOf(stage.samples).filter(({ name }) => name.includes(only));
  await askMember(stage, WARMING_SECONDS);
  const before = await askMember(stage, seconds);
  const measured = await Array.fromAsync(kinds, (kind) => measureKind(stage, kind));
  const after = await askMember(stage, seconds);
  // Combines the quiet periods before and after, so that a general slowdown of the machine is not attributed to the
  // calls.
  const quiet = answeredIn([before, after]);
  return reportOf(quiet, measured);
}

async function measureKind(stage: Stage, { name, calls }: Kind): Promise<MeasuredKind> {
  const ask = (lasting: number) =>
    loadOnThread({ base: stage.app.base, calls, connections: ASKERS, seconds: lasting });
  await ask(WARMING_SECONDS);
  const [asked, member] = await Promise.all([ask(seconds + 1), askMember(stage, seconds)]);
  await stage.untilIdle();
  const measured = { name, member: answeredIn([member]), asked: answeredIn([asked]) };
  console.error(`${name}: ${milliseconds(measured.member.p99)} ms`);
  return measured;
}

/** One member after the other reads their own requests. */
function askMember({ app, samples }: Stage, lasting: number) {
  const calls = samples.smallStrata.map((owner) => callAs(owner.token, '/api/requests/my'));
  return load({ base: app.base, calls, connections: 1, seconds: lasting });
}

function kindsOf({ commonWords, rareWords, schools, largestStratum }: Samples): Kind[] {
  const sixWords = commonWords.map((_, index) => rotated(commonWords, index).slice(0, 6).join(' '));
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const oneLetter = letters.map((_, index) => rotated(letters, index).slice(0, 6).join(' '));
  const misspelled = rareWords.map((word) => `${word.slice(1)}zx ${word}`);
  const searches = [...sixWords, ...oneLetter, ...misspelled, ...schools].map(
    (words) => `search=${encodeURIComponent(words)}&limit=20`,
  );
  const lastPages = [1_000, 999, 998, 997].map((page) => `page=${page}&limit=20`);
  const firstPages = [8, 9, 10, 11].map((limit) => `limit=${limit}`);
  const asMember = (paths: readonly string[]) =>
    paths.map((path, index) => callAs(largestStratum[index % largestStratum.length]?.token, path));
  const ofRequest = (what: string) =>
    largestStratum.map((own) => callAs(own.token, `/api/requests/${own.requestId}/${what}`));
  const ofVisitors = (paths: readonly string[]) => paths.map((path) => ({ path }));
  const ofList = (queries: readonly string[]) =>
    ofVisitors(queries.map((query) => `/api/requests/public?${query}`));
  const kinds: Kind[] = [
    { name: 'searches of visitors', calls: ofList(searches) },
    { name: 'searches of members', calls: asMember(searches.map((query) => `/api/requests?${query}`)) },
    { name: 'first pages of lists', calls: ofList(firstPages) },
    { name: 'last pages of lists', calls: ofList(lastPages) },
    { name: 'rendered pages with a search', calls: ofVisitors(searches.map((query) => `/?${query}`)) },
    { name: 'matches', calls: ofRequest('matches') },
    { name: 'rings and advice', calls: [...ofRequest('rings'), ...ofRequest('advice')] },
    { name: 'prospects of visitors', calls: ofVisitors(districts.flatMap(prospectsOf)) },
  ];
  return [...kinds, { name: 'all of them in turn', calls: inTurn(kinds) }];
}

function prospectsOf({ name: district }: { readonly name: string }): string[] {
  const wishes = districts.slice(0, 5).filter(({ name }) => name !== district);
  return wishes.map(({ name: desiredDistrict }) => {
    const query = { district, desiredDistrict, subject: 'Mathematics', classRange: '6-8' };
    return `/api/requests/prospects?${new URLSearchParams(query)}`;
  });
}

/** Interleaves the kinds: the first call of each, then the second, and so on. */
function inTurn(kinds: readonly Kind[]): Call[] {
  const most = Math.max(...kinds.map(({ calls }) => calls.length));
  return Array.from({ length: most }, (_, index) =>
    kinds.flatMap(({ calls }) => calls[index % calls.length] ?? []),
  ).flat();
}

function reportOf(quiet: Answered, measured: readonly MeasuredKind[]): string {
  const row = (name: string, member: Answered, asked?: Answered) => {
    const ratio = member.p99 / quiet.p99;
    return [
      name,
      ...[member.median, member.p99].map(milliseconds),
      `${ratio.toFixed(1)}${ratio > MOST ? ' **missed**' : ''}`,
      ...(asked ? [asked.requestsPerSecond, asked.refusals + asked.errors].map(whole) : ['–', '–']),
    ];
  };
  const figures = [
    'median ms',
    '99th percentile ms',
    `ratio (at most ${MOST})`,
    'answers a second',
    'refused',
  ];
  return table(columnsOf('asked meanwhile', figures), [
    row('nothing', quiet),
    ...measured.map(({ name, member, asked }) => row(name, member, asked)),
  ]);
}
