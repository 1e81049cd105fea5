import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { OffersFileError, readOffersFile } from '@mutual-transfer/matching/clearing/files/offers-file';
import {
  readRingsFile,
  writeReasonsFile,
  writeRingsFile,
} from '@mutual-transfer/matching/clearing/files/rings-file';
import { boundForPlan, type Plan, planOfWorld } from '@mutual-transfer/matching/clearing/plan';
import {
  LEAVE_FOR,
  type PlanProgress,
  requireLeaveFor,
} from '@mutual-transfer/matching/clearing/plan-options';
import type { NamedRing } from '@mutual-transfer/matching/clearing/strata/named-rings';
import type { OfferTable } from '@mutual-transfer/matching/clearing/strata/offer-table';
import { worldOf } from '@mutual-transfer/matching/clearing/strata/stratum-graph';
import { assertProbability, LONGEST_RING, requireRingLength } from '@mutual-transfer/matching/offer';
import { readOffersToPlan } from '../matching/plans/compute-plan.ts';
import { readConfig } from '../platform/config.ts';
import { migrate } from '../platform/database/migrate.ts';
import { clientWithoutTimeout, openDatabase } from '../platform/database/open-database.ts';
import { runCommand, StartupError } from '../platform/database/startup-error.ts';
import { readRulesBy } from '../platform/rules.ts';

/**
 * `npm run plan -- --offers FILE.tsv --max-ring K --rings OUT.tsv --json` computes the rings of at most K teachers that move the most
 * teachers. Reads the offers from a file, or else from the active requests in the database, where teachers are named by user id. Writes one
 * JSON object (or a summary) to standard output and progress to standard error.
 */
const USAGE = `Usage: npm run plan -- [--offers FILE.tsv] [--max-ring K] [--survival P] [--weights objective|ties]
  [--deep] [--seconds S] [--previous RINGS.tsv] [--leave-for GAIN] [--keep RINGS.tsv]
  [--rings OUT.tsv] [--reasons OUT.tsv] [--json]
Without a file it plans over the active requests of the database, by the rules of today. The file has the columns teacher, stratum, from, to and may have
weight, probability, rank, group. --deep goes on by column generation for minutes, as long as the usual work takes or for S
seconds, and tells how far each stratum can be from the best. --previous names the rings of the plan before: those still possible
are left for a gain of GAIN teachers only (${LEAVE_FOR} unless stated). Rings of --keep stay in any case. --reasons tells for each teacher
why they are moved or not.`;
const PROGRESS_EVERY = 500;
/** Names of the options that name input files. */
const READ = ['offers', 'previous', 'keep'] as const;

interface PlanArguments {
  offers: string | undefined;
  rings: string | undefined;
  /** Undefined for the maximum that the rules allow. */
  maxRing: number | undefined;
  reasons: string | undefined;
  previous: string | undefined;
  keep: string | undefined;
  survival: number;
  weights: 'objective' | 'ties';
  /** Minimum gain for leaving a ring of the previous plan. */
  leaveFor: number;
  json: boolean;
  /** Time limit of the deep plan in seconds; Infinity for its default work, 0 for no deep plan. */
  deepSeconds: number;
}

/** Offers, with the maximum number of teachers in a ring. */
interface OffersToPlan {
  table: OfferTable;
  largestGroup: number;
}

/** Rings from earlier plans. */
interface ExistingRings {
  previous: readonly NamedRing[];
  /** Rings that the plan must contain. */
  kept: readonly NamedRing[];
}

interface TimedPlan {
  plan: Plan;
  boundMs: number;
  planMs: number;
}

await runCommand(async () => {
  const input = readArguments();
  await refuseOverwriting(input);
  const { table, largestGroup } = await readTable(input.offers);
  const maxRing = Math.min(input.maxRing ?? largestGroup, largestGroup);
  const existing = { previous: await readRings(input.previous), kept: await readRings(input.keep) };
  const timed = timedPlan(table, existing, { ...input, maxRing });
  if (input.rings !== undefined) await written(input.rings, writeRingsFile(input.rings, timed.plan.rings));
  if (input.reasons !== undefined)
    await written(input.reasons, writeReasonsFile(input.reasons, timed.plan.reasons ?? []));
  console.info(input.json ? JSON.stringify(figures(timed)) : summary(timed));
});

function readArguments(): PlanArguments {
  const values = parsed();
  return {
    offers: values.offers,
    rings: values.rings,
    reasons: values.reasons,
    previous: values.previous,
    keep: values.keep,
    weights: weightsOf(values.weights),
    leaveFor: checked(() => requireLeaveFor(number(values['leave-for'], LEAVE_FOR))),
    maxRing: values['max-ring'] === undefined ? undefined : ringLength(values['max-ring']),
    survival: checked(() => assertProbability(number(values.survival, 1))),
    json: values.json === true,
    deepSeconds: deepSeconds(values),
  };
}

function ringLength(text: string): number {
  return checked(() => requireRingLength(number(text, Number.NaN)));
}

function parsed() {
  try {
    return parseArgs({
      options: {
        offers: { type: 'string' },
        'max-ring': { type: 'string' },
        survival: { type: 'string' },
        rings: { type: 'string' },
        reasons: { type: 'string' },
        previous: { type: 'string' },
        keep: { type: 'string' },
        'leave-for': { type: 'string' },
        weights: { type: 'string' },
        json: { type: 'boolean' },
        deep: { type: 'boolean' },
        seconds: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new StartupError(error instanceof Error ? `${error.message}\n${USAGE}` : USAGE);
  }
}

function deepSeconds({ deep, seconds }: { deep?: boolean; seconds?: string }): number {
  if (deep !== true && seconds !== undefined)
    throw new StartupError('--seconds is an option of --deep only.');
  if (deep !== true) return 0;
  const limit = number(seconds, Number.POSITIVE_INFINITY);
  if (limit > 0) return limit;
  throw new StartupError(`--seconds must be above 0, not ${seconds}.`);
}

function weightsOf(text: string | undefined): 'objective' | 'ties' {
  if (text === undefined || text === 'objective' || text === 'ties') return text ?? 'objective';
  throw new StartupError(`--weights must be objective or ties, not ${text}.`);
}

function number(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** Returns the result of the check. @throws {StartupError} with one sentence for the user if the check throws. */
function checked(check: () => number): number {
  try {
    return check();
  } catch (error) {
    throw new StartupError(error instanceof RangeError ? error.message : USAGE);
  }
}

/** Throws a `StartupError` if an output file is also an input file. */
async function refuseOverwriting(input: PlanArguments): Promise<void> {
  const read = await Promise.all(READ.map((name) => identityOf(input[name])));
  for (const name of ['rings', 'reasons'] as const) {
    const identity = await identityOf(input[name]);
    const same = identity === undefined ? -1 : read.indexOf(identity);
    if (same >= 0) throw new StartupError(`--${name} must not name the file of --${READ[same]}.`);
  }
}

/** Returns the identity of a file, equal for two names of one file; `undefined` if it does not exist. */
async function identityOf(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const found = await stat(file).catch(() => undefined);
  return found === undefined ? undefined : `${found.dev} ${found.ino}`;
}

async function readRings(file: string | undefined): Promise<NamedRing[]> {
  return file === undefined ? [] : await readFrom(file, readRingsFile(file));
}

/** Reads the offers from a file, or from the active requests in the database. */
async function readTable(file: string | undefined): Promise<OffersToPlan> {
  if (file === undefined) return readDatabase();
  const warn = (warning: string) => process.stderr.write(`Warning: ${warning}\n`);
  return { table: await readFrom(file, readOffersFile(file, warn)), largestGroup: LONGEST_RING };
}

/** Resolves with the content of a file. @throws {StartupError} with one sentence about an error in the file. */
async function readFrom<Content>(file: string, reading: Promise<Content>): Promise<Content> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof OffersFileError) throw new StartupError(`${file}, ${error.message}`);
    throw new StartupError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

async function readDatabase(): Promise<OffersToPlan> {
  const database = await openDatabase(readConfig());
  try {
    await migrate(database);
    const client = await clientWithoutTimeout(database);
    try {
      const rules = await readRulesBy(client, new Date());
      const { table } = await readOffersToPlan(client, rules);
      return { table, largestGroup: rules.largestGroup };
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
}

/** Computes the plan and measures the computation, without the time for reading the offers. `planMs` includes the bound. */
function timedPlan(
  table: OfferTable,
  { previous, kept }: ExistingRings,
  input: PlanArguments & { maxRing: number },
): TimedPlan {
  const { maxRing, survival, weights, leaveFor, deepSeconds, reasons } = input;
  const onProgress = progressOnStandardError();
  const start = performance.now();
  const world = worldOf(table, kept);
  const boundStart = performance.now();
  const bound = boundForPlan(world, { onProgress });
  const boundMs = performance.now() - boundStart;
  const isOver = () => performance.now() > start + deepSeconds * 1000;
  const plan = planOfWorld(world, bound, {
    maxRing,
    survival,
    weights,
    leaveFor,
    previous,
    onProgress,
    explain: reasons !== undefined,
    deep: deepSeconds > 0 ? { isOver } : undefined,
  });
  return { plan, boundMs: Math.round(boundMs), planMs: Math.round(performance.now() - start) };
}

function progressOnStandardError(): (progress: PlanProgress) => undefined {
  let last = performance.now();
  return ({ stage, done, strata, objective, objectiveBound }) => {
    if (performance.now() - last < PROGRESS_EVERY && done < strata) return;
    last = performance.now();
    const soFar = objective === undefined ? '' : `, ${objective} of at most ${objectiveBound}`;
    process.stderr.write(`${stage}: ${done} of ${strata} strata${soFar}\n`);
  };
}

async function written(file: string, writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    throw new StartupError(`${file} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}

function figures({ plan, boundMs, planMs }: TimedPlan) {
  const {
    rings: _rings,
    reasons: _reasons,
    offers,
    teachers,
    bound,
    moved,
    ringsByLength,
    share,
    perStratum,
    ...others
  } = plan;
  return { offers, teachers, bound, boundMs, moved, planMs, ringsByLength, share, perStratum, ...others };
}

function summary({ plan, boundMs, planMs }: TimedPlan): string {
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;
  const lengths = Object.entries(plan.ringsByLength).map(([length, count]) => `${count} of ${length}`);
  return [
    `${plan.offers} offers of ${plan.teachers} teachers in ${plan.perStratum.length} strata`,
    `Pairs alone move ${plan.pairsOnly} teachers (${percent(plan.pairsOnly, plan.teachers)}).`,
    `Rings of at most ${plan.maxRing} move ${plan.moved} (${percent(plan.moved, plan.teachers)}).`,
    `Expected moves when each member goes through with a chance of ${plan.survival}: ${plan.expectedMoves.toFixed(1)}.`,
    `Rings: ${lengths.join(', ') || 'none'}.`,
    `Rings of at most ${plan.maxRing} could move at most ${plan.cappedBound}: the gap is ${(100 * plan.gap).toFixed(2)} %.`,
    ...(plan.previous.possible === 0
      ? []
      : [`Of ${plan.previous.possible} rings of the plan before ${plan.previous.kept} stay.`]),
    `Without a cap at most ${plan.bound} could move; the plan reaches ${percent(plan.moved, plan.bound)} of that.`,
    `The bound took ${boundMs} ms, the whole plan ${planMs} ms.`,
  ].join('\n');
}
